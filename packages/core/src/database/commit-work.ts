/** Work that a transaction leaves to be done before its commit, once for all transactions that share the commit. */
export interface CommitWork {
  /** Two works with equal keys can be done as one. */
  readonly key: string;
  /** Takes over the work of `other`, which has the same key. */
  join(other: this): void;
  /** May be called again after its changes were rolled back. */
  run(): Promise<void>;
}

/** Where transactions leave such work. */
export interface CommitWorks {
  add(work: CommitWork): Promise<void>;
  /** Does the work left so far, for a statement that depends on its results. */
  runNow(): Promise<void>;
}

/** For a transaction that shares its commit with no other: waiting gains nothing, so each work runs at once. */
export const RUN_IMMEDIATELY: CommitWorks = { add: (work) => work.run(), runNow: async () => {} };
