import type { BrowserRequest } from '../browser-request.ts';
import type { Html } from '../html.ts';
import { Page } from '../page.ts';
import { document } from './document.ts';
import { frame } from './frame.ts';
import { phone } from './phone.ts';
import { standalone } from './standalone.ts';
import type { View } from './view.ts';

/** Puts a view into its frame. People who have not signed in see pages without a frame; employees have no side bar. */
export function renderView(request: BrowserRequest, view: View): Html {
  return document(request, view, bodyOf(request, view));
}

function bodyOf(request: BrowserRequest, view: View): Html {
  if (view.layout === 'paper') return view.main;
  if (!(request instanceof Page) || view.layout === 'standalone') return standalone(request, view);
  if (view.layout === 'phone' || request.actor.role === 'employee') return phone(request, view);
  return frame(request, view);
}
