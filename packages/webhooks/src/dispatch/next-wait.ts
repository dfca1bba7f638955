/** What the claims so far have shown. */
export interface KnownOfClaims {
  /** How many claims have failed, one after the other. */
  readonly failures: number;
  /** How many, one after the other, left something to another worker that was claiming for the same endpoints. */
  readonly contentions: number;
  /** Whether there are more endpoints than the last claim looked at. */
  readonly hasMoreEndpoints: boolean;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;
const FIRST_CONTENDED_MS = 10;
const LONGEST_CONTENDED_MS = 200;
const NEXT_ENDPOINTS_MS = 20;
/** What becomes due within this time shares a claim. */
const SHORTEST_MS = 10;

/** How long after the beginning of a claim the next one begins. A wake-up signals that deliveries may be due. */
export function nextWait(known: KnownOfClaims & { readonly isWoken: boolean; readonly pollMs: number }): number {
  const { failures, contentions, hasMoreEndpoints, isWoken, pollMs } = known;
  if (failures > 0) return isWoken ? FIRST_BACKOFF_MS : doubled(FIRST_BACKOFF_MS, failures, LONGEST_BACKOFF_MS);
  if (isWoken) return SHORTEST_MS;
  const waits = [
    pollMs,
    ...(contentions > 0 ? [doubled(FIRST_CONTENDED_MS, contentions, LONGEST_CONTENDED_MS)] : []),
    ...(hasMoreEndpoints ? [NEXT_ENDPOINTS_MS] : []),
  ];
  return Math.max(SHORTEST_MS, Math.min(...waits));
}

const doubled = (first: number, times: number, longest: number): number => Math.min(first * 2 ** (times - 1), longest);
