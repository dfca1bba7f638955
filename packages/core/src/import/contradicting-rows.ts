import type { InputErrors } from '../input/issue.ts';
import type { Candidate, CheckedRow } from './import-run.ts';

/**
 * Returns the errors of a row, `waits` if only a stored record is in its way that a later row may change (D:A28), or
 * null; then later rows are checked with it.
 */
type CheckRow<Fields> = (fields: Fields, recordId: number | null) => InputErrors | 'waits' | null;

/**
 * Refuses rows that contradict a stored record or an earlier row of the chunk. For a record that the chunk changes, its
 * row counts instead of the stored record. If that row is refused, or waits, the stored record stays, and the other rows
 * are checked again with it.
 *
 * @param createCheck begins a check of all rows; it gets the records for which a row counts
 */
export function refuseContradictingRows<Fields>(
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
  createCheck: (changed: ReadonlySet<number>) => CheckRow<Fields>,
): CheckedRow<Fields>[] {
  const verdicts = [...checked];
  const recordOf = (index: number): number | null => candidates[index]?.recordId ?? null;
  let staysRecord = true;
  while (staysRecord) {
    staysRecord = false;
    const check = createCheck(
      new Set(verdicts.flatMap((one, index) => (isWritten(one) ? (recordOf(index) ?? []) : []))),
    );
    for (const [index, one] of verdicts.entries()) {
      if (!isWritten(one)) continue;
      const found = check(one.fields, recordOf(index));
      if (found === null) continue;
      verdicts[index] = found === 'waits' ? { fields: one.fields, waits: true } : { errors: found };
      staysRecord ||= recordOf(index) !== null;
    }
  }
  return verdicts;
}

const isWritten = <Fields>(one: CheckedRow<Fields>): one is { readonly fields: Fields } =>
  'fields' in one && one.waits !== true;
