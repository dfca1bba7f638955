/** Something that a transaction leaves to be done before its commit, once for all that share the commit. */
export interface CommitWork {
  /** Equal for works that can be done as one. */
  readonly key: string;
  /** Takes over what another work of the same key was to do. */
  join(other: this): void;
  /** May run again, where what it did was rolled back. */
  run(): Promise<void>;
}

/** Where transactions leave such work. */
export interface CommitWorks {
  add(work: CommitWork): Promise<void>;
  /** Does what is left so far, for a statement that must find it done. */
  runNow(): Promise<void>;
}

/** Of transactions that share their commit with nobody: nothing is gained by waiting. */
export const DONE_AT_ONCE: CommitWorks = { add: (work) => work.run(), runNow: async () => {} };
