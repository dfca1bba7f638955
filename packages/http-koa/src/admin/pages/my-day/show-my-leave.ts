import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { emptyState } from '../../components/empty.ts';
import { icon } from '../../components/icon.ts';
import { pageNumber, pager, stayWithin } from '../../components/pager.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { groupBadge, groupLine } from '../leave/leave-badges.ts';
import { ownEmployee } from './own-employee.ts';

const PER_PAGE = 20;

/** The reader's own requests, latest first. */
export async function showMyLeave(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  ownEmployee(page);
  const number = pageNumber(page.query);
  const { items, total } = await core.leave.ownGroups(actor, { page: number, per_page: PER_PAGE });
  stayWithin(page, { page: number, perPage: PER_PAGE, total });
  const list = html`<ul class="punches own-leave">${items.map(
    (group) =>
      html`<li><a href="${page.path(`/my-day/leave/${group.id}`)}"><span>${groupLine(page, group)}${
        group.has_document && html` ${icon('file')}<span class="visually-hidden">${t.leave.hasDocument}</span>`
      }</span></a><span>${groupBadge(page, group)}</span></li>`,
  )}</ul>
${pager(page, { page: number, perPage: PER_PAGE, total })}`;
  const add = linkButton(page, '/my-day/leave/new', t.myLeave.newRequest, { look: 'primary', icon: 'plus' });
  return page.show({
    title: t.myLeave.title,
    navigation: '/my-day/leave',
    layout: 'phone',
    main: items.length === 0 ? emptyState('leave', t.myLeave.none, t.myLeave.noneText) : list,
    dock: html`<section class="dock-act" aria-label="${t.myLeave.newRequest}">${add}</section>`,
  });
}
