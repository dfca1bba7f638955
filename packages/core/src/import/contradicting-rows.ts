import type { InputErrors } from '../input/issue.ts';
import type { Candidate, CheckedRow } from './import-run.ts';

/** Returns the errors of a row, or null; then later rows are checked with it. */
type CheckRow<Fields> = (fields: Fields, recordId: number | null) => InputErrors | null;

/**
 * Refuses rows that contradict a stored record or an earlier row of the chunk. For a record that the chunk changes, its
 * row counts instead of the stored record. If that row is refused, the stored record stays, and the other rows are
 * checked again with it.
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
  let isRecordRefused = true;
  while (isRecordRefused) {
    isRecordRefused = false;
    const check = createCheck(
      new Set(verdicts.flatMap((one, index) => ('fields' in one ? (recordOf(index) ?? []) : []))),
    );
    for (const [index, one] of verdicts.entries()) {
      if ('errors' in one) continue;
      const errors = check(one.fields, recordOf(index));
      if (errors === null) continue;
      verdicts[index] = { errors };
      isRecordRefused ||= recordOf(index) !== null;
    }
  }
  return verdicts;
}
