# Run with -DIN=file.sql -DOUT=file.h: a header with kSchemaSql, the text of the file.
file(READ ${IN} text)
file(WRITE ${OUT} "#pragma once\nnamespace seawind {\ninline constexpr char kSchemaSql[] = R\"sql(${text})sql\";\n}\n")
