import { nullIfLate } from '@shaon/core/extension';

/** Shorter than callers wait for an answer. */
const TIMEOUT_MS = 3_000;

/** The promise's value; null if it fails or takes too long. */
export function nullIfNoAnswer<T>(asked: Promise<T>): Promise<T | null> {
  return nullIfLate(
    asked.catch(() => null),
    TIMEOUT_MS,
  );
}
