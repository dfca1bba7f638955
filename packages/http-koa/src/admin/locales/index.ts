import type { Locale } from '@shaon/core';
import { en } from './en/index.ts';
import { he } from './he/index.ts';
import type { Texts } from './texts.ts';

export type { Texts } from './texts.ts';

/** The texts of every language. */
export const CATALOGUES: Readonly<Record<Locale, Texts>> = { he, en };
