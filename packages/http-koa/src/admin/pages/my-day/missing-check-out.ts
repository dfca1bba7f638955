import { linkButton } from '../../components/button.ts';
import { remark } from '../../components/flash.ts';
import { name } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { ownEmployee } from './own-employee.ts';

/** Says that one of the reader's days has no check-out, and what to do: whom to tell, or the page that corrects it. */
export async function missingCheckOut(page: Page, date: string): Promise<Html> {
  const { core, actor, t, format } = page;
  const own = ownEmployee(page);
  const { waitsFor, names } = await core.attendance.whoDecides(actor, own);
  const canCorrect = waitsFor === 'asker' && page.has('attendance');
  const correction = `/attendance/people/${own}/correct?date=${date}`;
  const shown = names.map((one, index) => html`${index > 0 && ', '}${name(one)}`);
  const help = names.length > 0 ? t.myDay.tell(html`${shown}`) : t.myDay.unclosedHelp;
  return remark(
    'bad',
    html`<span class="strong">${t.myDay.unclosed(format.longDate(date))}</span><br>${canCorrect ? linkButton(page, correction, t.attendance.correction.rebuild, { isSmall: true }) : help}`,
  );
}
