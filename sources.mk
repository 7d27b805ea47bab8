# SPDX-License-Identifier: MIT
# Every C file of the runtime by layer; a layer may include itself and those
# with lower numbers (test/lint/layers checks it). Adding a file is a line here.

# L1: knows nothing of JavaScript, Lambda or I/O. A .c and a .h each.
L1 := \
	arena \
	buf \
	clock \
	die \
	env \
	err \
	heap \
	json_escape \
	map \
	mem \
	str \
	utf8

# L1, headers alone.
L1_HEADERS := \
	base \
	limits \
	list \
	poison

# L2: I/O; knows nothing of JavaScript or Lambda.
L2 := \
	endpoint \
	http1 \
	http1_write
L2_HEADERS :=

# L3: the JavaScript host; JavaScriptCore headers here and in jsc/ alone.
L3 :=
L3_HEADERS :=

# L4: Lambda.
L4 := \
	api_answer \
	api_event \
	api_request \
	error_report \
	lambda_env
L4_HEADERS :=
