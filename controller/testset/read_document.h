// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one file of a test set into a Document.
#pragma once

#include "controller/testset/cross_checks.h"

namespace seawind {

template <typename Message>
Document<Message> read_document(const std::filesystem::path& file, const SearchPath& search,
                                Diagnostics& problems) {
  Document<Message> document;
  document.file = file;
  // Collected separately: a file that two others extend is reported once, but makes both invalid.
  Diagnostics own;
  read_config(file, search, document.message, own, &document.places);
  document.ok = own.empty();
  for (const Diagnostic& d : own.all()) problems.add(d.at, d.message, d.hint);
  for (const Diagnostic& d : own.warnings()) problems.warn(d.at, d.message, d.hint);
  return document;
}

}  // namespace seawind
