// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/access_point.h"

#include <gtest/gtest.h>

#include <string>

namespace seawind {
namespace {

AccessPoint network(WifiBand band, WifiSecurity security) {
  AccessPoint out;
  out.set_ssid("a \"b\"");
  out.set_passphrase(" two words ");
  out.set_band(band);
  out.set_security(security);
  return out;
}

TEST(HostapdConfiguration, HasWhatTheUserWrites) {
  EXPECT_EQ(hostapd_configuration(network(BAND_2_4_GHZ, WPA2_WPA3), "wlan0", "br"),
            "interface=wlan0\nbridge=br\ndriver=nl80211\nssid2=6120226222\nutf8_ssid=1\nhw_mode=g\n"
            "channel=6\nieee80211n=1\nwmm_enabled=1\nauth_algs=1\nwpa=2\nrsn_pairwise=CCMP\n"
            "wpa_key_mgmt=WPA-PSK SAE\nieee80211w=1\nsae_require_mfp=1\n"
            "wpa_passphrase= two words \n");
  AccessPoint fast = network(BAND_5_GHZ, WPA3);
  fast.set_country("DE");
  EXPECT_EQ(
      hostapd_configuration(fast, "wlan0", "br"),
      "interface=wlan0\nbridge=br\ndriver=nl80211\nssid2=6120226222\nutf8_ssid=1\nhw_mode=a\n"
      "channel=36\ncountry_code=DE\nieee80211d=1\nieee80211n=1\nieee80211ac=1\nwmm_enabled=1\n"
      "auth_algs=1\nwpa=2\nrsn_pairwise=CCMP\nwpa_key_mgmt=SAE\nieee80211w=2\n"
      "wpa_passphrase= two words \n");
}

TEST(HostapdAdvice, SaysWhatWouldBeRight) {
  const AccessPoint one = network(BAND_2_4_GHZ, WPA2);
  const auto advice = [&](const char* printed) { return hostapd_advice(printed, "wlan0", one); };
  EXPECT_EQ(advice("rfkill: WLAN soft blocked\n"),
            "the radio is switched off: `rfkill unblock wifi`");
  EXPECT_NE(advice("Channel 13 (primary) not allowed for AP mode, flags: 0x853 NO-IR\n")
                .find("the rules of the radio without a country (give one) do not permit"),
            std::string::npos);
  EXPECT_NE(advice("nl80211: Could not configure driver mode\n").find("nmcli device set wlan0"),
            std::string::npos);
  EXPECT_EQ(advice("something else"), "");
}

}  // namespace
}  // namespace seawind
