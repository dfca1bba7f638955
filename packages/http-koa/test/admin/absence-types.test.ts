import { systemActor } from '@shaon/core';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the page of absence types', (test) => {
  let browser: HtmlBrowser;

  before(async () => {
    browser = await test.signedIn(test.admin);
  });

  const idOf = async (label: string) => {
    const types = await test.core.absenceTypes.list(test.company);
    return types.find((type) => type.label === label)?.id ?? 0;
  };
  const acts = async () => {
    const { items } = await test.core.auditReads.list(test.company, { login_id: test.admin.actor.loginId });
    return items.map(({ action }) => action);
  };

  it('says so where there is none, also to those who would ask for leave', async () => {
    const company = systemActor((await test.core.companies.create({ name: 'New', locale: 'en' })).id);
    const first = await test.signedIn(await test.hire('Nora None', 'admin', company));
    expect((await first.get('/admin/absence-types')).main).to.include('No types yet.');
    const page = await first.get('/admin/my-day/leave/new');
    expect(page.main).to.include('No absence types to choose from').and.not.include('Send the request');
  });

  it('adds one, which employees can then ask for', async () => {
    await browser.get('/admin/absence-types');
    const page = await browser.submit('/absence-types', { label: ' <b>Jury duty</b> ' });
    expect(page.main).to.include('The type <b>Jury duty</b> was added.');
    expect(page.text).not.to.include('<b>Jury');
    const employee = await test.signedIn(test.employee);
    const form = await employee.get('/admin/my-day/leave/new');
    expect(form.text).to.include('&lt;b&gt;Jury duty&lt;/b&gt;');
  });

  it('refuses what is no name, a taken one, and a form that was sent already', async () => {
    await browser.get('/admin/absence-types');
    const empty = await browser.submit('/absence-types', { label: '  ' });
    expect(empty.status).to.equal(422);
    expect(empty.document.querySelector('#f-label-error')?.textContent).to.include('required');
    const taken = await browser.submit('/absence-types', { label: '<b>Jury duty</b>' });
    expect(taken.status).to.equal(422);
    expect(taken.document.querySelector('#f-label-error')?.textContent).to.include('taken');
    const form = browser.formOf('/absence-types');
    const once = form.querySelector('input[name=_once]')?.getAttribute('value') ?? '';
    await browser.submit('/absence-types', { label: 'Once', _once: once });
    // The same form again has the same label, which is a taken one by now.
    for (const label of ['Twice', 'Once']) {
      const again = await browser.submit('/absence-types', { label, _once: once });
      expect(again.main).to.include('sent already');
    }
    expect(await idOf('Twice')).to.equal(0);
  });

  it('renames one on every request, and tells the second of two who do so', async () => {
    const id = await idOf('Once');
    const other = await test.signedIn(test.admin);
    await other.get(`/admin/absence-types/${id}/rename`);
    await browser.get(`/admin/absence-types/${id}/rename`);
    const page = await browser.submit('/rename', { label: 'Study' });
    expect(page.main).to.include('The name is saved: Study.');
    const second = await other.submit('/rename', { label: 'School' });
    expect(second.main).to.include('Somebody else changed this');
    expect(second.document.querySelector('#f-label')?.getAttribute('value')).to.equal('School');
    expect(second.document.querySelector('#f-label-saved')?.textContent).to.equal('Saved now: Study');
    expect(await idOf('Study')).to.equal(id);
  });

  it('retires one after a question, and offers it again', async () => {
    const id = await idOf('Study');
    const question = await browser.get(`/admin/absence-types/${id}/retire`);
    expect(question.main).to.include('Stop offering Study?');
    expect((await browser.submit('/retire')).main).to.include('No longer offered');
    expect((await browser.submit(`/${id}/restore`)).main).to.include('The type Study is offered again.');
    expect(await acts()).to.include.members([
      'absence_type.create',
      'absence_type.rename',
      'absence_type.retire',
      'absence_type.restore',
    ]);
  });
});
