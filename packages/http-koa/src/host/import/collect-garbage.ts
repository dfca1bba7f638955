import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection takes some 50 ms: now and then it costs a hundredth of the time. */
const ROWS_BETWEEN = 10_000;

/**
 * Collects garbage every so many rows: left to itself, Node lets it grow by 70 MB, and an import, an export or a move is
 * to stay under 256 MB whatever its size.
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
