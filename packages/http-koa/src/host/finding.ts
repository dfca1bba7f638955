/** What `shaon doctor` says of one thing. */
export interface Finding {
  readonly about: string;
  /** `doubtful` may be right; somebody should look at it. */
  readonly state: 'fine' | 'doubtful' | 'wrong';
  readonly text: string;
}

/** The same without what it is about. */
export type Verdict = Omit<Finding, 'about'>;

export const fine = (text: string): Verdict => ({ state: 'fine', text });
export const doubtful = (text: string): Verdict => ({ state: 'doubtful', text });
export const wrong = (text: string): Verdict => ({ state: 'wrong', text });
