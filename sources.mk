# SPDX-License-Identifier: MIT
# Every C file of the runtime by layer; a layer may include itself and those
# with lower numbers (test/lint/layers checks it). Adding a file is a line here.

# L1: knows nothing of JavaScript, Lambda or I/O. A .c and a .h each.
L1 := \
	arena \
	base64 \
	buf \
	bytes \
	chars \
	cjs_lexer \
	cjs_token \
	clock \
	code_cache \
	die \
	env \
	err \
	file \
	footprint \
	heap \
	hex \
	json_escape \
	locale_data \
	map \
	mem \
	memory_limit \
	package_json \
	path \
	probe \
	random \
	refusal \
	resolve \
	resolve_exports \
	resolve_import \
	resolve_require \
	sizing \
	str \
	usage \
	utf8 \
	version \
	warm

# L1, headers alone.
L1_HEADERS := \
	base \
	limits \
	list \
	poison \
	resolve_query

# L2: I/O; knows nothing of JavaScript or Lambda.
L2 := \
	endpoint \
	fs_call \
	fs_tree \
	http1 \
	http1_client \
	http1_write \
	loop \
	loop_chain \
	loop_child \
	loop_entry \
	loop_epoll \
	loop_file \
	loop_probe \
	loop_signal \
	loop_sys \
	loop_uring \
	loop_watch \
	net_address \
	op \
	spawn \
	spawn_wait \
	timer \
	work
L2_HEADERS := \
	loop_backend

# L3: the JavaScript host; JavaScriptCore headers here and in jsc/ alone.
L3 := \
	dns_channel \
	js \
	js_args \
	js_binding \
	js_builtin \
	js_bytes \
	js_child \
	js_code \
	js_console \
	js_diagnostics \
	js_dns \
	js_fs \
	js_fs_async \
	js_fs_result \
	js_ids \
	js_internals \
	js_loop \
	js_memory \
	js_module \
	js_native \
	js_net \
	js_net_call \
	js_os \
	js_process \
	js_random \
	js_reject \
	js_report \
	js_resolve \
	js_script \
	js_signal \
	js_stdio \
	js_turn \
	js_udp \
	js_url \
	js_usage \
	js_value \
	js_wraps
L3_HEADERS :=

# L4: Lambda.
L4 := \
	api_answer \
	api_event \
	api_extension \
	api_request \
	error_report \
	js_lambda \
	js_lambda_values \
	js_sigterm \
	lambda_env \
	runtime_api
L4_HEADERS :=
