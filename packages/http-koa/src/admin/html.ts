import { raw, html as tag } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A piece of a page: every value in it is escaped already. */
export type Html = HtmlEscapedString;

/** What may stand in a piece. Nothing is shown for null, undefined and false; `true` is a mistake and does not compile. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Makes a piece of HTML: texts are escaped, pieces stay as they are. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const made = tag(strings, ...values);
  // Only promises among the values make one, and `HtmlValue` has none.
  if (made instanceof Promise) throw new TypeError('A page waits for nothing while it is written.');
  return made;
}

/** A text of our own source that is HTML, such as the lines of an icon. Never what came from outside. */
export function ownMarkup(text: string): Html {
  return raw(text);
}

/** Nothing. */
export const NOTHING: Html = raw('');
