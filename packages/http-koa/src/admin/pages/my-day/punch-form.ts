import type { Presence, PunchKind } from '@shaon/core';
import { icon } from '../../components/icon.ts';
import { postForm } from '../../components/post-form.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';

/**
 * One large button, a second one for breaks, and a box to add the location. Without a script there is no location, so
 * its box is hidden.
 */
export function punchForm(page: Page, { nextPunches }: Presence): Html {
  const { t } = page;
  const location = html`<div class="check" data-location hidden><input class="form-check-input" type="checkbox" id="add-location" checked
    aria-describedby="location-why"><label for="add-location">${t.myDay.addLocation}<span class="help d-block"
    id="location-why">${t.myDay.locationWhy}</span></label></div><input type="hidden" name="lat"><input type="hidden" name="lng"><input type="hidden"
    name="accuracy"><input type="hidden" name="location_failed"><p class="small muted mb-0" role="status" data-location-state
    data-locating="${t.myDay.locating}" data-found="${t.myDay.found('{accuracy}')}"></p>`;
  const [first, ...others] = nextPunches;
  const buttons = html`${first !== undefined && button(page, first, true)}${others.map((kind) => button(page, kind, false))}`;
  const fields = html`<section class="dock-act" aria-label="${t.myDay.act}">${location}${buttons}</section>`;
  return postForm(page, '/my-day/punch', fields, { once: true, id: 'punch' });
}

function button({ t }: Page, kind: PunchKind, isLarge: boolean): Html {
  const label = t.myDay.buttons[kind];
  const look = !isLarge
    ? 'btn-quiet btn-touch'
    : kind === 'in' || kind === 'break_end'
      ? 'btn-in btn-punch'
      : 'btn-primary btn-punch';
  const shape = !isLarge && (kind === 'break_start' || kind === 'break_end') && icon('cup');
  return html`<button class="btn ${look}" type="submit" name="kind" value="${kind}">${shape}<span>${label}</span></button>`;
}
