import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection takes some 50 ms; at this interval that is a hundredth of the time. */
const ROWS_BETWEEN = 10_000;

/**
 * Collects garbage every so many rows. By default Node lets it grow by 70 MB, but an import, an export or a move must
 * stay under 256 MB, whatever its size.
 */
export function collectingGarbage<Progress extends { readonly rows: number }>(
  progress: (of: Progress) => void,
): (of: Progress) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let collectedAt = 0;
  return (of) => {
    progress(of);
    if (of.rows < collectedAt) collectedAt = 0;
    if (of.rows - collectedAt < ROWS_BETWEEN) return;
    collectedAt = of.rows;
    collect();
  };
}
