// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes and published values. An accepted recipe is written and read back unchanged. The first
// byte selects the format.
#include "common/error.h"
#include "controller/report/recipe.h"
#include "controller/report/reference.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  static fuzz::MemoryFile file;
  file.fill({data + 1, size - 1});
  try {
    if (data[0] % 2 == 0) {
      const Recipe recipe = load_recipe(file.path());
      const std::string yaml = recipe_yaml(recipe);
      file.fill({reinterpret_cast<const std::uint8_t*>(yaml.data()), yaml.size()});
      fuzz::hold(load_recipe(file.path()) == recipe, "a recipe after a round trip", yaml);
    } else {
      const auto published = load_reference(file.path());
      for (const PublishedValue& value : published) (void)statistic_text(value);
      (void)compare(published, {});
    }
  } catch (const Error& error) {
    fuzz::hold(*error.what() != '\0', "a refusal says why");
  }
  return 0;
}
