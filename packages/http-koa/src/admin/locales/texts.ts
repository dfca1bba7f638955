import type { he } from './he/index.ts';

/** The structure of the Hebrew texts, which every language must have: a missing or additional text does not compile. */
export type Texts = typeof he;
