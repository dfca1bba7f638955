/**
 * The longest row of a source, in characters of CSV or bytes of JSON: a quote that is never closed would read the rest
 * of the file into memory (D:A17).
 */
export const LONGEST_ROW = 4_194_304;

export const tooLong = (what: string): string =>
  `${what} is longer than 4 MB; perhaps a quote is opened and never closed`;

/** How deep values may be nested in a document. No field needs more than five; comparing deeper ones is recursive. */
export const DEEPEST_VALUE = 100;
