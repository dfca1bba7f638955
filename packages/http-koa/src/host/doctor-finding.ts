/** A result of `shaon doctor`. */
export interface Finding {
  readonly about: string;
  /** `doubtful` may be right, but somebody should check it. */
  readonly state: 'fine' | 'doubtful' | 'wrong';
  readonly text: string;
}

/** A finding without its subject. */
export type Verdict = Omit<Finding, 'about'>;

export const fine = (text: string): Verdict => ({ state: 'fine', text });
export const doubtful = (text: string): Verdict => ({ state: 'doubtful', text });
export const wrong = (text: string): Verdict => ({ state: 'wrong', text });
