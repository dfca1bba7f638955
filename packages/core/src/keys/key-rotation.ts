/** One kind of stored ciphertext that `core.rotateKeys` re-encrypts with the first key of the list. */
export interface RotationStep {
  /** The name in progress and report: `employees`. */
  readonly name: string;
  /**
   * Handles up to `limit` values after `after` (null for the beginning), in its own short transaction. Values under the
   * first key are skipped, so an interrupted run can simply be started again.
   */
  rotateBatch(batch: { readonly after: string | null; readonly limit: number }): Promise<RotatedBatch>;
  /** The id of a key that a value needs and the ring lacks, or null. Absent if that would need opening each value. */
  readonly missingKey?: () => Promise<string | null>;
}

/** The result of one batch of a rotation. */
export interface RotatedBatch {
  readonly rotated: number;
  /** Damaged values, or values that no key opens; they stay as they are. */
  readonly failed: number;
  /** The next batch's `after`; null when there is no more. */
  readonly next: string | null;
}
