import { raw, html as tag } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page; every value in it is already escaped. */
export type Html = HtmlEscapedString;

/** The values allowed in a piece. Null, undefined and false show nothing; `true` is a mistake and does not compile. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Makes a piece of HTML: texts are escaped, pieces are not. Attribute values need double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const made = tag(strings, ...values);
  // The tag returns a promise only if a value is one, and `HtmlValue` has no promises.
  if (made instanceof Promise) throw new TypeError('A page waits for nothing while it is written.');
  return made;
}

/** HTML from our own source, such as an icon's lines. Never text from outside. */
export function ownMarkup(text: string): Html {
  return raw(text);
}

/** Nothing. */
export const NOTHING: Html = raw('');
