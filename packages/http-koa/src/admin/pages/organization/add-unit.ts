import type { Answer } from '../../answer.ts';
import { postForm } from '../../components/post-form.ts';
import { isolated } from '../../components/texts.ts';
import { FormState } from '../../form-state.ts';
import type { Page } from '../../page.ts';
import { refusedForm } from '../../refused-form.ts';
import { organizationCrumbs, unitFields, unitValues } from './unit-form.ts';
import type { UnitKind } from './unit-kind.ts';

export function showNewUnit(page: Page, kind: UnitKind): Answer {
  return formPage(page, kind, page.returnedForm(`/${kind.path}`) ?? FormState.of());
}

export async function addUnit(page: Page, kind: UnitKind): Promise<Answer> {
  const { t } = page;
  try {
    const values = unitValues(page.form);
    const { name } = await kind.create(page, values, page.once);
    return page.redirect('/organization', t.organization[kind.path].added(isolated(name)));
  } catch (error) {
    if (await page.isSentTwice(error)) {
      return page.redirect('/organization', { tone: 'wait', text: t.common.sentTwice });
    }
    return formPage(page, kind, refusedForm(page, error));
  }
}

function formPage(page: Page, kind: UnitKind, form: FormState): Answer {
  return page.show({
    title: page.t.organization[kind.path].add,
    crumbs: organizationCrumbs(page),
    navigation: '/people',
    layout: 'narrow',
    form,
    main: postForm(page, `/${kind.path}`, unitFields(page, kind, form), { once: true, keptOn: `/${kind.path}/new` }),
  });
}
