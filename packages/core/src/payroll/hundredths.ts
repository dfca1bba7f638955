/*
 * Hours as hundredths, in whole numbers: a minute is 5/3 of one. Sums are kept (D:A115): each value is cut, and what is
 * then missing from the sum goes to those that lost the most, one each.
 */

const SIXTIETHS = 60;

/** The hundredths of hours that a sum of whole minutes has, to the nearest. */
export const hundredthsOf = (minutes: number): number => Math.round((minutes * 100) / SIXTIETHS);

/** The hundredths of values in whole minutes, which add up to `sum`: the nearest to theirs, unless another is given. */
export function hundredthsKeepingSum(
  minutes: readonly number[],
  sum: number = hundredthsOf(minutes.reduce((all, value) => all + value, 0)),
): number[] {
  const whole = minutes.map((value) => Math.floor((value * 100) / SIXTIETHS));
  const lost = (index: number): number => ((minutes[index] ?? 0) * 100) % SIXTIETHS;
  const left = sum - whole.reduce((all, value) => all + value, 0);
  const first = whole.map((_, index) => index).filter((index) => lost(index) > 0);
  first.sort((a, b) => lost(b) - lost(a) || a - b);
  for (const index of first.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}
