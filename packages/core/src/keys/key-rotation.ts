/** One kind of stored ciphertext that `core.rotateKeys` puts under the first key of the list. */
export interface RotationStep {
  /** For progress and report: `employees`. */
  readonly name: string;
  /**
   * Looks at up to `limit` values beyond `after` (null from the beginning), in its own short transaction. What lies
   * under the first key already is left alone, so that a run that was interrupted can simply be started again.
   */
  rotateBatch(batch: { readonly after: string | null; readonly limit: number }): Promise<RotatedBatch>;
  /** The id of a key that a value needs and the ring lacks, or null. Left out where looking would open each value. */
  readonly missingKey?: () => Promise<string | null>;
}

/** What one batch of a rotation did. */
export interface RotatedBatch {
  readonly rotated: number;
  /** Values that none of the keys opens, or that are damaged; they stay as they are. */
  readonly failed: number;
  /** The next batch's `after`; null when there is no more. */
  readonly next: string | null;
}
