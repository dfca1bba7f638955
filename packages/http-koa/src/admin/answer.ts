import type { Readable } from 'node:stream';
import type { View } from './layout/view.ts';

/** A handler's answer to a request; `send-answer.ts` writes it to the response. */
export type Answer = PageAnswer | RedirectAnswer | DownloadAnswer | TextAnswer;

/** A whole page. */
export interface PageAnswer {
  readonly kind: 'page';
  readonly status: number;
  readonly view: View;
}

/** 303: the browser asks for another page with GET. */
export interface RedirectAnswer {
  readonly kind: 'redirect';
  /** Public address. */
  readonly to: string;
  /** Shown once on the next page. */
  readonly flash: Flash | null;
  /** The session that begins with this answer; null if the answer ends one. */
  readonly session?: { readonly secret: string } | null;
  /** Choices of this browser, kept for a year. */
  readonly cookies?: { readonly language?: string; readonly theme?: string };
}

/** A file that the browser saves; the browser never shows it as one of our pages. */
export interface DownloadAnswer {
  readonly kind: 'download';
  readonly name: string;
  /** A media type; a header forbids the browser to guess another. */
  readonly type: string;
  readonly content: Readable | AsyncIterable<string | Uint8Array> | string;
}

/** A short text for one of our scripts, such as a live state. */
export interface TextAnswer {
  readonly kind: 'text';
  readonly status: number;
  readonly body: string;
}

/** A sentence at the top of a page that says what was done, or why it was not done. */
export interface Flash {
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly text: string;
}
