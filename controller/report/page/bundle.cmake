# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUT/page_script.h (the script of the page) and OUT/render_script.h (that of Node.js) with the modules of Vega,
# whose files are FOLDER/NAME/build/NAME.min.js, and the given scripts.
file(READ ${LICENSE} license)
set(library "/*\n${license}*/\nconst vegaModule = (() => {\nconst sources = {\n")
foreach(module IN LISTS MODULES)
  file(GLOB file ${FOLDER}/${module}/build/*.min.js)
  file(READ ${file} text)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" text "${text}")
  string(APPEND library "'${module}': function (module, exports, require, define) {\n${text}\n},\n")
endforeach()
string(APPEND library [[};
const loaded = {};
function require(name) {
  if (!loaded[name]) {
    loaded[name] = {exports: {}};
    sources[name].call(globalThis, loaded[name], loaded[name].exports, require, undefined);
  }
  return loaded[name].exports;
}
return require;
})();
]])

function(scripts out)
  set(all)
  foreach(file IN LISTS ARGN)
    file(READ ${file} text)
    string(REGEX REPLACE "^// SPDX[^\n]*\n" "" text "${text}")
    string(APPEND all "${text}\n")
  endforeach()
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

# A compiler limits the length of one literal, so that the text is in several.
function(write_header name constant text)
  string(LENGTH "${text}" length)
  set(literals)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 60000 part)
    string(APPEND literals "R\"script(${part})script\"\n")
    math(EXPR at "${at} + 60000")
  endwhile()
  file(WRITE ${OUT}/${name} "#pragma once\nnamespace seawind {\ninline constexpr char ${constant}[] =\n${literals};\n}\n")
endfunction()

scripts(shared ${SHARED})
scripts(page ${PAGE})
scripts(render ${RENDER})
write_header(page_script.h kPageScript "(() => {\n'use strict';\n${library}${shared}${page}})();\n")
write_header(render_script.h kRenderScript "'use strict';\n${library}${shared}${render}")
