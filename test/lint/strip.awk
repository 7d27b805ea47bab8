# SPDX-License-Identifier: MIT
# C without comments, and with empty strings and characters, line by line:
# what is left is code. Prints "file:line:code".
FNR == 1 { in_comment = 0 }
{
  out = ""
  text = $0
  while (text != "") {
    if (in_comment) {
      at = index(text, "*/")
      if (at == 0) break
      text = substr(text, at + 2)
      in_comment = 0
    } else if (match(text, /^"([^"\\]|\\.)*"/)) {
      out = out "\"\""
      text = substr(text, RLENGTH + 1)
    } else if (match(text, /^'([^'\\]|\\.)*'/)) {
      out = out "' '"
      text = substr(text, RLENGTH + 1)
    } else if (substr(text, 1, 2) == "/*") {
      in_comment = 1
      text = substr(text, 3)
    } else if (substr(text, 1, 2) == "//") {
      break
    } else {
      out = out substr(text, 1, 1)
      text = substr(text, 2)
    }
  }
  print FILENAME ":" FNR ":" out
}
