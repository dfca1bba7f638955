import type { Answer } from '../../answer.ts';
import { linkButton } from '../../components/button.ts';
import { copyButton } from '../../components/copy.ts';
import { name } from '../../components/texts.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { personOf, personPlace } from './person-of-path.ts';

/** The full ID number; the access is audited. */
export async function openIdNumber(page: Page): Promise<Answer> {
  const { core, actor, t } = page;
  const employee = await personOf(page);
  const idNumber = await core.personnel.openIdNumber(actor, employee.id);
  page.disclosed({ what: 'employee.id_number', employee_id: employee.id, id_number: true });
  const { title, lead, what } = t.people.idNumber;
  return page.show({
    title,
    lead: lead(name(employee.name)),
    ...personPlace(page, employee),
    layout: 'narrow',
    scripts: ['once.js'],
    main: html`<section class="secret" aria-label="${what}">
<div><pre class="code code-big mb-3" id="id-number" tabindex="0" dir="ltr" data-secret>${idNumber}</pre>${copyButton(
      t,
      'id-number',
      what,
      { isLarge: true },
    )}</div>
<div>${linkButton(page, `/people/${employee.id}`, t.common.done)}</div>
</section>`,
  });
}
