import type { Readable } from 'node:stream';
import type { View } from './layout/view.ts';

/** What a handler gives for a request; `send-answer.ts` puts it on the wire. */
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
  /** A session that begins with this answer; null for one that ends. */
  readonly session?: { readonly secret: string } | null;
  /** Choices of this browser, kept for a year. */
  readonly cookies?: { readonly language?: string; readonly theme?: string };
}

/** A file that the browser saves; it never shows it as a page of ours. */
export interface DownloadAnswer {
  readonly kind: 'download';
  readonly name: string;
  /** A media type; the browser is told not to guess another. */
  readonly type: string;
  readonly content: Readable | AsyncIterable<string> | string;
}

/** A short text for a script of ours, such as a live state. */
export interface TextAnswer {
  readonly kind: 'text';
  readonly status: number;
  readonly body: string;
}

/** A sentence at the top of a page about what was just done, or why it was not. */
export interface Flash {
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly text: string;
}
