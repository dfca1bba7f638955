import { expect } from 'chai';
import { withJourneys } from './journey.ts';
import { askForLeave, DOCUMENT, DOCUMENT_NAME, downloadDocument, openFirstRequest } from './leave-pages.ts';
import { ENGLISH_DESKTOP, ENGLISH_PHONE, HEBREW_DESKTOP, HEBREW_PHONE, type Look } from './signed-in-page.ts';
import { callApi } from './token-pages.ts';
import { received } from './webhook-pages.ts';

withJourneys('from a request for leave with a document to its approval', (journey) => {
  let secret: string;
  let token: string;

  before(async () => {
    const { core, webhooks, company } = journey.pages;
    const endpoint = { url: journey.receiver.url, events: ['leave_request.approved'] } as const;
    secret = (await webhooks.endpoints.register(company, endpoint)).secret;
    token = (await core.tokens.issue(company, { name: 'Payroll', abilities: ['leave:read'] })).token;
  });

  it('asked for in Hebrew on a phone, approved in English on a desktop', () =>
    travel('2026-07-05', HEBREW_PHONE, ENGLISH_DESKTOP)).timeout(120_000);
  it('asked for in English on a desktop, approved in Hebrew on a phone', () =>
    travel('2026-07-06', ENGLISH_DESKTOP, HEBREW_PHONE)).timeout(120_000);
  it('asked for in English on a phone, approved in Hebrew on a desktop, without JavaScript', () =>
    travel('2026-07-07', ENGLISH_PHONE, HEBREW_DESKTOP, false)).timeout(120_000);

  it('the second of two who decide is told how the first one decided, and decides on nothing', async () => {
    const { pages } = journey;
    const { core, company, employee } = pages;
    const type = (await core.absenceTypes.list(company))[0]?.label ?? '';
    const [asked] = await core.leave.submit(employee.actor, { dates: ['2026-07-08'], type });
    const id = asked?.id ?? 0;
    const [first, second] = [
      await journey.signedIn(pages.manager, HEBREW_PHONE),
      await journey.signedIn(pages.admin, ENGLISH_DESKTOP),
    ];
    for (const visitor of [first, second]) await visitor.open(`/leave/${id}`);
    pages.clock.advance(60_000);
    await first.press(`/leave/${id}/decide`, 'reject');
    await second.fill({ manager_note: 'Have a good time' });
    await second.press(`/leave/${id}/decide`, 'approve');
    expect(second.status).to.equal(409);
    expect(await second.textOf('.flash[role=alert]')).to.include('The request has changed since this page was opened');
    expect(await second.textOf('.queue-item'))
      .to.include('Rejected')
      .and.include(pages.manager.name);
    expect(await second.field('manager_note').inputValue()).to.equal('Have a good time');
    expect((await core.leave.get(company, id)).status).to.equal('rejected');
    await second.press(`/leave/${id}/decide`, 'approve');
    expect((await core.leave.get(company, id)).status, 'once they have seen it').to.equal('approved');
  }).timeout(120_000);

  async function travel(from: string, look: Look, managersLook: Look, javaScriptEnabled = true): Promise<void> {
    const { pages } = journey;
    const types = await pages.core.absenceTypes.list(pages.company);
    const type = types[0]?.label ?? '';
    const employee = await journey.signedIn(pages.employee, look, { javaScriptEnabled });
    await askForLeave(employee, { type, from, document: DOCUMENT });
    expect(await employee.page.locator('.flash[role=status]').count()).to.equal(1);

    const manager = await journey.signedIn(pages.manager, managersLook, { javaScriptEnabled });
    const id = await openFirstRequest(manager);
    expect(await manager.textOf('.queue-item'))
      .to.include(pages.employee.name)
      .and.include(DOCUMENT_NAME);
    await downloadDocument(manager, id);
    await manager.press(`/leave/${id}/decide`, 'approve');
    expect(manager.path).to.equal('/leave');

    const event = await received(journey, secret);
    expect(event.event).to.equal('leave_request.approved');
    expect(event.data).to.include({ employee_id: pages.employee.actor.employeeId, date: from });
    const answer = await callApi(pages, `/leave?date_from=${from}&date_to=${from}`, token);
    const { data } = (await answer.json()) as { readonly data: readonly Record<string, unknown>[] };
    expect(data).to.have.lengthOf(1);
    expect(data[0]).to.include({ status: 'approved', has_document: true, type });
  }
});
