# SPDX-License-Identifier: GPL-3.0-or-later
# Run with -DIN=file -DOUT=file.h -DNAME=kConstant: a header with the bytes of the file as a constant.
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUT} "#pragma once\nnamespace seawind {\nalignas(8) inline constexpr unsigned char ${NAME}[] = {${bytes}};\n}\n")
