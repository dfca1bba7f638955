import type { BrowserRequest } from '../browser-request.ts';
import { flashMessage, formMessage } from '../components/flash.ts';
import { icon } from '../components/icon.ts';
import { type Html, html } from '../html.ts';
import type { View } from './view.ts';

/** The content of `main`: messages first, then the heading, then the page. */
export function pageContent(request: BrowserRequest, view: View): Html {
  const { t } = request;
  const { flash } = request.state;
  const { form, crumbs = [], actions = [] } = view;
  return html`${flash !== null && flashMessage(flash)}${form !== undefined && formMessage(form, t)}${
    crumbs.length > 0 &&
    html`<nav class="crumbs" aria-label="${t.common.crumbs}">${crumbs.map(
      ({ href, label }) => html`<a href="${request.path(href)}">${label}</a>${icon('next', { turns: true })}`,
    )}<span>${view.title}</span></nav>`
  }
<div class="head"><div><h1>${view.heading ?? view.title}</h1>${view.lead !== undefined && html`<p>${view.lead}</p>`}</div>${
    actions.length > 0 && html`<div class="acts">${actions}</div>`
  }</div>
${view.main}`;
}
