import type { FormState } from '../form-state.ts';
import type { Html } from '../html.ts';

/** What a handler says of a page; the frame around it is the layout's. */
export interface View {
  /** Of the window and, unless `heading` is given, the page's one h1. */
  readonly title: string;
  /** The h1 where it holds more than text, such as a name or a state. */
  readonly heading?: Html;
  /** One sentence under the heading. */
  readonly lead?: Html | string;
  /** Buttons and links at the end of the heading's line. */
  readonly actions?: readonly Html[];
  /** The way here, without the page itself: links. */
  readonly crumbs?: readonly { readonly href: string; readonly label: Html | string }[];
  /** Which item of the navigation is this page's: its path under the mount. */
  readonly navigation?: string;
  readonly main: Html;
  /** The form of the page; its errors are summed up above it. */
  readonly form?: FormState;
  /** `narrow` for forms and confirmations, `alone` without navigation, `phone` for an employee's own pages. */
  readonly layout?: 'wide' | 'narrow' | 'alone' | 'phone';
  /** Where a page that answers a form can be opened again, with what its form needs; the address of the form unless given. */
  readonly address?: string;
  /** Names of our script files that the page needs beside those of every page. */
  readonly scripts?: readonly string[];
  /** Further things to be shown under the content of a phone's page and above its navigation. */
  readonly dock?: Html;
}
