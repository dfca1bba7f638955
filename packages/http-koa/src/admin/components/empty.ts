import { type Html, html } from '../html.ts';
import { type IconName, icon } from './icon.ts';

/** Shown for an empty list: what the list is for and what to do next. */
export function emptyState(shape: IconName, title: string, text: string, action?: Html): Html {
  return html`<div class="empty">${icon(shape, { className: 'fs-3 muted' })}<h2>${title}</h2><p>${text}</p>${action}</div>`;
}
