// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/held_campaign.h"

#include <cctype>

#include "common/error.h"
#include "controller/campaign/directory.h"

namespace seawind {

HeldCampaign::HeldCampaign(const std::string& given)
    : given_(given), held_(store_of(given).parent_path()) {}

std::string HeldCampaign::shown(const std::string& text) const {
  const std::string own = path();
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = 0; (at = text.find(own, at)) != std::string::npos;) {
    const std::size_t end = at + own.size();
    const bool longer_number =
        end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]));
    out += text.substr(done, at - done) + (longer_number ? own : given_);
    done = at = end;
  }
  return out + text.substr(done);
}

int HeldCampaign::use(const std::function<int(const std::string& path)>& use) const {
  try {
    return use(path());
  } catch (const UsageError& error) {
    throw UsageError(shown(error.what()));
  } catch (const std::filesystem::filesystem_error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(shown(error.what()));
  }
}

}  // namespace seawind
