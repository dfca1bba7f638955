import type { FormState } from '../form-state.ts';
import type { Html } from '../html.ts';

/** A handler's description of a page; the layout adds the frame around it. */
export interface View {
  /**
   * The title of the window, the last breadcrumb and, unless `heading` is given, the page's one h1. Names in it must be
   * `isolated`.
   */
  readonly title: string;
  /** The h1, if it contains more than text, such as a name or a state. */
  readonly heading?: Html;
  /** One sentence under the heading. */
  readonly lead?: Html | string;
  /** Buttons and links at the end of the heading's line. */
  readonly actions?: readonly Html[];
  /** The links to the pages above this one, without the page itself. */
  readonly crumbs?: readonly { readonly href: string; readonly label: Html | string }[];
  /** The navigation item of this page: its path under the mount. */
  readonly navigation?: string;
  readonly main: Html;
  /** The form of the page; its errors are summarised above it. */
  readonly form?: FormState;
  /** `narrow` for forms and confirmations, `standalone` without navigation, `phone` for an employee's own pages; `paper` has its `main` in itself. */
  readonly layout?: 'wide' | 'narrow' | 'standalone' | 'phone' | 'paper';
  /** The address at which a page that answers a form can be opened again; default: the form's address. */
  readonly address?: string;
  /** The names of the script files that only this page needs. */
  readonly scripts?: readonly string[];
  /** Content of a phone page between the main content and the navigation. */
  readonly dock?: Html;
}
