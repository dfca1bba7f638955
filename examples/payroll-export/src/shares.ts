/**
 * Divides a whole number among parts in proportion to them, in whole numbers that add up to it: each part is rounded
 * down, and what is left goes to those that lost the most.
 */
export function shares(total: number, parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part * total) / sum);
  const whole = exact.map(Math.floor);
  const left = total - whole.reduce((all, part) => all + part, 0);
  const lost = (index: number) => (exact[index] ?? 0) - (whole[index] ?? 0);
  const first = parts.map((_, index) => index).sort((a, b) => lost(b) - lost(a) || a - b);
  for (const index of first.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}
