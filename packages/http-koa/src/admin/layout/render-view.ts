import type { Html } from '../html.ts';
import { Page, type Visit } from '../visit.ts';
import { document } from './document.ts';
import { frame } from './frame.ts';
import { phone } from './phone.ts';
import { standalone } from './standalone.ts';
import type { View } from './view.ts';

/** Puts a view into its frame. People who have not signed in see pages without a frame; employees have no side bar. */
export function renderView(visit: Visit, view: View): Html {
  return document(visit, view, bodyOf(visit, view));
}

function bodyOf(visit: Visit, view: View): Html {
  if (!(visit instanceof Page) || view.layout === 'standalone') return standalone(visit, view);
  if (view.layout === 'phone' || visit.actor.role === 'employee') return phone(visit, view);
  return frame(visit, view);
}
