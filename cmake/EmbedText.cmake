# SPDX-License-Identifier: GPL-3.0-or-later
# Run with -DIN=file -DOUT=file.h -DNAME=kConstant: a header with the text of the file as a constant.
file(READ ${IN} text)
file(WRITE ${OUT} "#pragma once\nnamespace seawind {\ninline constexpr char ${NAME}[] = R\"text(${text})text\";\n}\n")
