import type { AuditRow } from '@shaon/core';
import { type IconName, icon } from '../../components/icon.ts';
import { author, code, name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/** The caller: a token, a person or the system, as a link to all their rows. */
export function callerCell(page: Page, row: AuditRow): Html {
  const { audit } = page.t;
  const [shape, kind] = kindOf(row);
  return html`<span class="d-inline-flex gap-2 align-items-baseline"><span class="faint">${icon(shape)}</span><span
    class="visually-hidden">${audit.kindOf[kind]} </span>${callerLink(page, row)}</span>`;
}

function callerLink(page: Page, row: AuditRow): Html {
  const { audit } = page.t;
  const to = (who: string, text: string): Html => html`<a href="${page.path(`/audit?who=${who}`)}">${name(text)}</a>`;
  if (row.tokenId !== null) return to(`t${row.tokenId}`, row.tokenName ?? row.tokenPrefix ?? '');
  if (row.loginId !== null) return to(`p${row.loginId}`, row.caller ?? '');
  if (row.kind === 'system') return author(page.t, row.caller ?? 'system');
  return html`<span class="faint">${row.caller === null ? audit.noToken : name(row.caller)}</span>`;
}

function kindOf({ kind, status }: AuditRow): readonly [IconName, 'api' | 'admin' | 'system' | 'refused'] {
  if (kind === 'admin') return ['user', 'admin'];
  if (kind === 'system') return ['gear', 'system'];
  return status === 401 ? ['slash', 'refused'] : ['key', 'api'];
}

/** `GET /employees/{id}`, or the name of the act. */
export function actText({ method, route, path, action }: AuditRow): string {
  if (action !== null) return action;
  return `${method ?? ''} ${route ?? path ?? ''}`.trim();
}

/** The status of an answer; an act has none. The colour shows the status's hundreds. */
export function statusCell(page: Page, { status }: AuditRow): Html {
  if (status === null) {
    return html`<span class="faint">—<span class="visually-hidden">${page.t.audit.noStatus}</span></span>`;
  }
  const tone = status >= 500 || status === 401 ? 'bad' : status >= 400 ? 'wait' : 'ok';
  return html`<span class="fg-${tone} nowrap">${code(String(status))}</span>`;
}

export function durationText(page: Page, durationUs: number): string {
  return page.t.audit.duration(page.format.number(Math.max(1, Math.round(durationUs / 1_000))));
}
