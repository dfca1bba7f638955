import type { BrowserRequest } from '../browser-request.ts';
import { FormState } from '../form-state.ts';
import { type Html, html } from '../html.ts';
import { options } from './fields.ts';

/** A filter of a list: its values are in the address, so that people can bookmark and share a filtered list. */
export type Filter =
  | {
      readonly kind: 'text' | 'date' | 'search';
      readonly name: string;
      readonly label: string;
      readonly grows?: boolean;
      readonly ltr?: boolean;
      /** The value while the address has none. */
      readonly initial?: string;
    }
  | {
      readonly kind: 'select';
      readonly name: string;
      readonly label: string;
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    };

/**
 * The form above a list: its labels are always visible, it is sent with GET, and it links back to the whole list.
 *
 * @param kept parameters of the address that filtering and clearing keep, such as the month; they are hidden unless a
 *   field has their name
 * @param list the list's path under the mount; default: the page itself
 */
export function filters(
  request: BrowserRequest,
  given: readonly Filter[],
  kept: Readonly<Record<string, string>> = {},
  list: string = request.state.requestPath,
): Html {
  const { t } = request;
  const state = FormState.of(
    Object.fromEntries(
      given.map((filter) => [filter.name, kept[filter.name] ?? request.query.get(filter.name) ?? initialOf(filter)]),
    ),
  );
  const here = request.path(list);
  const whole = Object.keys(kept).length === 0 ? here : `${here}?${new URLSearchParams(kept)}`;
  const hidden = Object.entries(kept)
    .filter(([name]) => given.every((filter) => filter.name !== name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const isFiltered = given.some(({ name }) => kept[name] === undefined && (request.query.get(name) ?? '') !== '');
  const controls = given.map((filter) => {
    const id = `q-${filter.name}`;
    const control =
      filter.kind === 'select'
        ? html`<select class="form-select" id="${id}" name="${filter.name}">${options(state, filter.name, filter.choices)}</select>`
        : html`<input class="form-control" id="${id}" name="${filter.name}" type="${filter.kind}" value="${state.value(filter.name)}"${
            (filter.ltr || filter.kind === 'date') && html` dir="ltr"`
          }>`;
    const grows = filter.kind !== 'select' && filter.grows;
    return html`<div${grows && html` class="grow"`}><label for="${id}">${filter.label}</label>${control}</div>`;
  });
  return html`<form class="filters" method="get" action="${here}">${hidden}${controls}<button class="btn btn-quiet" type="submit">${t.common.filter}</button>${
    isFiltered && html`<a class="btn btn-icon" href="${whole}">${t.common.clearFilter}</a>`
  }</form>`;
}

const initialOf = (filter: Filter): string | null => (filter.kind === 'select' ? null : (filter.initial ?? null));
