import type { he } from './he/index.ts';

/** What every language says: the form of the Hebrew texts. A missing or further text does not compile. */
export type Texts = typeof he;
