// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc_equation.h"

#include <cmath>

namespace seawind {

double tfrc_rate(double size, double rtt, double p) {
  const double f = std::sqrt(2 * p / 3) + 12 * std::sqrt(3 * p / 8) * p * (1 + 32 * p * p);
  return size / (rtt * f);
}

double tfrc_loss_rate(double size, double rtt, double rate) {
  double low = 1e-8;
  double high = 1;
  for (int i = 0; i < 60; ++i) {  // the rate falls as p rises: halve the range of log p
    const double middle = std::sqrt(low * high);
    (tfrc_rate(size, rtt, middle) > rate ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace seawind
