import type { Locale } from '@shaon/core';
import type { Html } from './html.ts';

/** What is said in each language. One that is missing does not compile. */
export type Word = Readonly<Record<Locale, string>> | Readonly<Record<Locale, readonly string[]>>;

/** The words of some pages: a word, a function that puts values into one, or a group of them. */
export interface Words {
  readonly [name: string]: Word | ((...values: never[]) => Word) | Words;
}

type Said<W> = W extends Html ? Html : W extends string ? string : W;

/** The same words in one language. */
export type InOneLanguage<T> = T extends (...values: infer Values) => { readonly [_ in Locale]: infer W }
  ? (...values: Values) => Said<W>
  : T extends Word
    ? Said<T[Locale]>
    : { readonly [Name in keyof T]: InOneLanguage<T[Name]> };

/** Words of both languages, side by side. The result has them in the language of a reader: `texts(page).title`. */
export function words<const T extends Words>(said: T): (reader: { readonly locale: Locale }) => InOneLanguage<T> {
  const known: Readonly<Record<Locale, InOneLanguage<T>>> = { he: sayIn('he', said), en: sayIn('en', said) };
  return ({ locale }) => known[locale];
}

function sayIn<T>(locale: Locale, said: T): InOneLanguage<T> {
  const one = (value: unknown): unknown => {
    if (typeof value === 'function') return (...values: unknown[]) => value(...values)[locale];
    if (isWord(value)) return value[locale];
    return Object.fromEntries(Object.entries(value as Words).map(([name, inner]) => [name, one(inner)]));
  };
  return one(said) as InOneLanguage<T>;
}

/** A group may have the names of languages too, and has words in the place of texts. */
function isWord(value: unknown): value is Word {
  const { he } = value as Partial<Word>;
  return typeof he === 'string' || he instanceof String || Array.isArray(he);
}
