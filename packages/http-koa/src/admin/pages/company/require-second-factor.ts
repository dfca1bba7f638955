import type { Answer } from '../../answer.ts';
import { confirmView } from '../../components/confirm.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

export async function askSecondFactor(page: Page): Promise<Answer> {
  const { t } = page;
  const texts = t.company.secondFactor;
  const isRequired = (await page.core.companies.get(page.actor)).secondFactorSince !== null;
  return page.show(
    confirmView(page, {
      title: texts.title,
      question: html`${isRequired ? texts.releaseQuestion : texts.requireQuestion}`,
      consequence: isRequired ? texts.releaseConsequence : texts.requireConsequence,
      // The form says which change it requests, so that sending it twice does not undo the change.
      fields: html`<input type="hidden" name="required" value="${isRequired ? '0' : '1'}">`,
      verb: isRequired ? texts.release : texts.require,
      keep: texts.keep,
      action: '/company/second-factor',
      back: '/company',
      navigation: '/company',
      crumbs: [{ href: '/company', label: t.company.title }],
      isHarmless: !isRequired,
    }),
  );
}

export async function saveSecondFactor(page: Page): Promise<Answer> {
  const { core, actor, form, t } = page;
  const isRequired = form.text('required') === '1';
  await core.companies.requireSecondFactor(actor, isRequired);
  const { required, released } = t.company.secondFactor;
  return page.redirect('/company', isRequired ? required : released);
}
