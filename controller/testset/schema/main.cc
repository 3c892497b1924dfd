// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-schema ROOT: writes configs/schema/*.json and the tables of docs/reference/*.md below the
// repository's root from the Param options. Must be run after a change of a .proto; a test compares
// the files.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>

#include "common/error.h"
#include "common/print_error.h"
#include "common/whole_file.h"
#include "controller/testset/schema/documents.h"

namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw seawind::system_error("write " + file.string());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Writes configs/schema and the tables of docs/reference from the .proto files.");
  fs::path root;
  app.add_option("root", root, "The repository's root folder")
      ->required()
      ->check(CLI::ExistingDirectory);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    for (const seawind::DocumentKind& kind : seawind::document_kinds()) {
      write(root / "configs/schema" / kind.schema, json_schema(kind));
      const fs::path page = root / "docs/reference" / kind.page;
      write(page,
            seawind::with_key_tables(seawind::read_whole_file(page, SIZE_MAX), key_tables(kind)));
    }
  } catch (const std::exception& e) {
    seawind::print_error("seawind-schema: {}\n", e.what());
    return 3;
  }
  return 0;
}
