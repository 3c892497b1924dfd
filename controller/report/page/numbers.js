// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics and texts of numbers. quantile() is that of common/quantile.h, so that the page and
// the program show equal values.

/** Quantile q (0 to 1) of an ascending array (at least one value), type 7 of Hyndman and Fan. */
function quantile(ascending, q) {
  const position = q * (ascending.length - 1);
  const below = Math.trunc(position);
  const share = position - below;
  const low = ascending[below];
  return share === 0 ? low : low + share * (ascending[below + 1] - low);
}

/** Order statistics of values in any order; null without values. */
function summarize(values) {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    count: sorted.length,
    min: sorted[0],
    q1: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    q3: quantile(sorted, 0.75),
    max: sorted[sorted.length - 1],
    mean: sum / sorted.length,
  };
}

/** A value of a metric with the decimals of its definition; without one: four significant digits. */
function metricText(metric, value) {
  if (metric.decimals !== undefined) return value.toFixed(metric.decimals);
  return significant(value, 4);
}

/** A number with a few significant digits and without an exponent where that is short. */
function significant(value, digits) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return value.toExponential(digits - 1);
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return String(Number(value.toFixed(decimals)));
}

function withSign(text) {
  return text.startsWith('-') ? '\u2212' + text.slice(1) : '+' + text;
}

function percentText(value) {
  const decimals = Math.abs(value) < 10 ? 2 : 1;
  return withSign(value.toFixed(decimals)) + '\u202f%';
}

/** 84 us, 1.25 ms, 2.1 s. */
function durationText(ns) {
  if (ns < 1e3) return ns + '\u202fns';
  if (ns < 1e6) return significant(ns / 1e3, 3) + '\u202fus';
  if (ns < 1e9) return significant(ns / 1e6, 3) + '\u202fms';
  return significant(ns / 1e9, 3) + '\u202fs';
}
