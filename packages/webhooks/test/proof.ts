import { runsAll } from '@shaon/testing';

/**
 * The size of a proof: what the environment says, or a short form for `npm test` and a longer one for `npm run test:all`.
 * The full sizes are in the table of bench/README.md, "Proofs of the webhooks' promises".
 */
export function proofSize(variable: string, short: number, longer = short): number {
  const text = process.env[variable];
  if (text === undefined) return runsAll ? longer : short;
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${variable} is a whole number from 1.`);
  return size;
}

/** Says what a proof of a size asked for has measured; the short form in `npm test` keeps quiet. */
export function tell(variable: string, figures: Readonly<Record<string, string | number>>): void {
  if (process.env[variable] === undefined) return;
  const parts = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  console.log(`      ${parts.join(', ')}`);
}
