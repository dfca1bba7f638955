import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { type Someone, withPages } from './support.ts';

withPages('the leave pages', (test) => {
  let dana: Someone;
  let long: number;

  const submit = async (who: Someone, dates: string[], type = 'חופש') => {
    const [first] = await test.core.leave.submit(who.actor, { dates, type });
    return first?.id ?? 0;
  };

  before(async () => {
    dana = await test.hire('Dana Dan');
    const { id } = await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    for (const who of [dana, test.employee]) {
      await test.core.employees.update(test.company, who.actor.employeeId ?? 0, { department_id: id });
    }
    long = await submit(dana, ['2026-06-14', '2026-06-15', '2026-06-16'], 'מילואים');
    const document = { name: 'order.pdf', type: 'application/pdf', content: Readable.from([Buffer.from('%PDF-1.4')]) };
    await test.core.leave.attachDocument(test.company, long, document);
    await submit(test.employee, ['2026-06-15']);
    await submit(test.manager, ['2026-06-10']);
  });

  it('list what waits with its first request opened, and who else is away', async () => {
    const browser = await test.signedIn(test.manager);
    const page = await browser.get('/admin/leave');
    expect(page.main).to.match(/Leave 3 Corrections 0 Approved 0 Rejected 0/);
    expect(page.document.querySelector('.queue-list a[aria-current]')?.textContent).to.include('Mona Manager');
    expect(page.main).to.include('Your own request; others decide');
    expect(page.document.querySelectorAll('form[action*="/decide"]')).to.have.lengthOf(0);
    expect(page.document.querySelector('.nav-item .count')?.textContent).to.include('3');
    const beyond = await browser.get('/admin/leave?status=pending&page=2');
    expect(beyond.path, 'a queue that others have shortened').to.equal('/admin/leave?status=pending');
    const opened = await browser.get(`/admin/leave/${long}`);
    expect(opened.main).to.include('Who else is away in Ovens, 2 people');
    expect(opened.document.querySelector('title')?.textContent).to.include('Dana Dan');
    expect(opened.main).to.include('15 Jun 2026: Emil Employee (חופש, pending)');
    expect(opened.main).to.include('disclosed to tokens with the ability leave:read');
  });

  it('approve some days and reject others, with a note, and record absences', async () => {
    const browser = await test.signedIn(test.manager);
    const { requests } = await test.core.leave.group(test.company, long);
    await browser.get(`/admin/leave/${long}`);
    const none = await browser.submit('/decide', { verdict: 'approve', request: [] });
    expect(none.status).to.equal(422);
    expect(none.main).to.include('Choose at least one day');
    const foreignRequest = await browser.submit('/decide', { verdict: 'approve', request: ['999999'] });
    expect(foreignRequest.status).to.equal(404);
    await browser.get(`/admin/leave/${long}`);
    const form = browser.page;
    const two = requests.slice(0, 2).map(({ id }) => String(id));
    const approved = await browser.submit('/decide', {
      verdict: 'approve',
      request: two,
      manager_note: 'Two of them.',
    });
    expect(approved.main).to.include('Approved: 2 days.');
    const days = await test.core.attendance.personMonth(test.company, dana.actor.employeeId ?? 0, '2026-06');
    expect(days.days.map(({ record }) => [record.date, record.absence_type])).to.deep.equal([
      ['2026-06-14', 'מילואים'],
      ['2026-06-15', 'מילואים'],
    ]);
    browser.page = form;
    const twice = await browser.submit('/decide', { verdict: 'reject', request: two });
    expect(twice.path).to.equal('/admin/leave');
    expect(twice.main).to.include('This form was sent already');
    await browser.get(`/admin/leave/${long}`);
    const rejected = await browser.submit('/decide', { verdict: 'reject', manager_note: 'Stocktaking.' });
    expect(rejected.main).to.include('Rejected: 1 day.');
    const detail = await test.core.leave.group(test.company, long);
    expect(detail.requests.map(({ status, manager_note }) => [status, manager_note])).to.deep.equal([
      ['approved', 'Two of them.'],
      ['approved', 'Two of them.'],
      ['rejected', 'Stocktaking.'],
    ]);
    const list = await browser.get('/admin/leave?status=approved');
    expect(list.main).to.include('Dana Dan');
    expect((await browser.get('/admin/leave?status=approved&since=2027-01-01')).main).to.include(
      'There are no such requests',
    );
  });

  it('refuse a second approved request for one date, and own requests', async () => {
    const second = await submit(dana, ['2026-06-14']);
    const browser = await test.signedIn(test.manager);
    await browser.get(`/admin/leave/${second}`);
    const refused = await browser.submit('/decide', { verdict: 'approve' });
    expect(refused.status).to.equal(422);
    expect(refused.main).to.include('another request is approved for one of the days');
    const own = (await test.core.leave.ownGroups(test.manager.actor, { page: 1, per_page: 1 })).items[0]?.id;
    const csrf = browser.page?.document.querySelector('input[name=_csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ _csrf: csrf, request: String(own), verdict: 'approve', _once: 'x'.repeat(20) });
    const mine = await browser.request('POST', `/admin/leave/${own}/decide`, body);
    expect(mine.main).to.include('Your own request; others decide');
    expect((await test.core.leave.get(test.company, own ?? 0)).status).to.equal('pending');
  });

  it('name the days in attendance of leave that is rejected after all, and take them off in the same step', async () => {
    const browser = await test.signedIn(test.manager);
    const id = await submit(dana, ['2026-07-05', '2026-07-06', '2026-07-07']);
    const path = `/admin/leave/${id}`;
    const july = async () => {
      const { days } = await test.core.attendance.personMonth(test.company, dana.actor.employeeId ?? 0, '2026-07');
      return days.map(({ record, state }) => [record.date, state]);
    };
    expect((await browser.get(path)).main).not.to.include('take the absence off');
    await browser.submit('/decide', { verdict: 'approve' });
    const approved = ['2026-07-05', '2026-07-06', '2026-07-07'].map((date) => [date, 'approved']);
    expect(await july()).to.deep.equal(approved);

    const asked = await browser.get(path);
    expect(asked.main).to.match(/take the absence off attendance on these days: 5 Jul 2026, 6 Jul 2026, 7 Jul 2026/);
    const { requests } = await test.core.leave.group(test.company, id);
    const [first, second] = requests.map((request) => String(request.id)) as [string, string];
    const one = await browser.submit('/decide', { verdict: 'reject', request: [first], take_off: [] });
    expect(one.main).to.include('Rejected: 1 day.').and.not.to.include('taken off');
    expect(await july(), 'unless asked').to.deep.equal(approved);
    await browser.get(path);
    const two = await browser.submit('/decide', { verdict: 'reject', request: [second] });
    expect(two.main).to.include('Rejected: 1 day. Absence taken off attendance: 1 day.');
    expect(await july()).to.deep.equal([approved[0], approved[2]]);
  });

  it('count the days decided in each year of the request, and in the present one', async () => {
    const year = await test.hire('Yael Year');
    const ids = [await submit(year, ['2026-12-31', '2027-01-03']), await submit(year, ['2025-12-31'])];
    for (const id of ids) await test.core.leave.approveGroup(test.company, id);
    const browser = await test.signedIn(test.manager);
    const id = await submit(year, ['2027-01-04']);
    const { main } = await browser.get(`/admin/leave/${id}`);
    expect(main).to.match(/Decided days 2026: 1 approved, 0 rejected ?2027: 1 approved, 0 rejected/);
  });

  it('give the document to managers as a file to be saved, and note it', async () => {
    const browser = await test.signedIn(test.manager);
    const file = await browser.get(`/admin/leave/${long}/document`);
    expect(file.text).to.equal('%PDF-1.4');
    expect(file.headers.get('content-disposition')).to.equal('attachment; filename="order.pdf"');
    expect(file.headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox");
    expect(file.headers.get('x-content-type-options')).to.equal('nosniff');
    const { items } = await test.core.auditReads.list(test.company, { kind: 'admin' });
    expect(items.map(({ action }) => action)).to.include('leave.document_open');
    const employee = await test.signedIn(dana);
    expect((await employee.get(`/admin/leave/${long}/document`)).status).to.equal(403);
    const none = await submit(dana, ['2026-07-01']);
    expect((await browser.get(`/admin/leave/${none}/document`)).status).to.equal(404);
  });

  it('send a document of another kind as bytes that no program opens', async () => {
    const id = await submit(dana, ['2026-07-02']);
    const content = Readable.from([Buffer.from('<script>alert(1)</script>')]);
    await test.core.leave.attachDocument(test.company, id, { name: 'page.html', type: 'text/html', content });
    const file = await (await test.signedIn(test.admin)).get(`/admin/leave/${id}/document`);
    expect(file.headers.get('content-type')).to.equal('application/octet-stream');
    expect(file.headers.get('content-disposition')).to.match(/^attachment/);
  });

  it('close the file of a document that a HEAD has opened and nobody reads', async () => {
    const { leave } = test.core;
    const { openDocument } = leave;
    const opened: Readable[] = [];
    const noting: typeof openDocument = async (...asked) => {
      const document = await openDocument(...asked);
      opened.push(document.content);
      return document;
    };
    Object.assign(leave, { openDocument: noting });
    try {
      const browser = await test.signedIn(test.manager);
      expect((await browser.request('HEAD', `/admin/leave/${long}/document`)).status).to.equal(200);
    } finally {
      Object.assign(leave, { openDocument });
    }
    expect(opened).to.have.lengthOf(1);
    const [content] = opened as [Readable];
    if (!content.closed) await once(content, 'close', { signal: AbortSignal.timeout(5_000) });
  });

  it('show a calendar of who is away', async () => {
    const browser = await test.signedIn(test.manager);
    const page = await browser.get('/admin/leave/calendar?month=2026-06');
    const cells = page.document.querySelectorAll('table.month td a .visually-hidden').map((cell) => cell.textContent);
    expect(cells).to.include('Dana Dan, Sunday, 14 June 2026: מילואים, recorded');
    expect(cells).to.include('Emil Employee, Monday, 15 June 2026: חופש, pending');
    expect((await browser.get('/admin/leave/calendar?month=2020-01')).main).to.include('Nobody is away in this month');
    expect((await browser.get('/admin/leave/calendar?month=x')).status).to.equal(404);
  });

  it('note whose leave was shown', async () => {
    const { items } = await test.core.auditReads.list(test.company, { kind: 'admin' });
    const disclosed = items
      .filter(({ action }) => action === 'page.view')
      .flatMap(({ detail }) => (JSON.parse(String(detail)) as { disclosed: { what: string }[] }).disclosed);
    expect(disclosed).to.deep.include({
      what: 'leave',
      employee_id: dana.actor.employeeId,
      dates: ['2026-06-14', '2026-06-16'],
    });
    expect(disclosed.map(({ what }) => what)).to.include('leave.document');
  });

  it('say of a request that is approved in part that it is, to who asked too', async () => {
    const pair = await submit(dana, ['2026-10-04', '2026-10-05']);
    await test.core.leave.approve(test.company, pair);
    const browser = await test.signedIn(test.manager);
    expect((await browser.get(`/admin/leave/${pair}`)).main).to.include('Approved in part');
    const own = await test.signedIn(dana);
    expect((await own.get('/admin/my-day/leave')).main).to.include('Approved in part');
  });

  it('lead on in the list of the tab and filter after a decision, and after one that was refused', async () => {
    const { id: department } = await test.core.organization.createDepartment(test.company, { name: 'Crowd' });
    const carl = await test.hire('Carl Crowd');
    await test.core.employees.update(test.company, carl.actor.employeeId ?? 0, { department_id: department });
    const ids: number[] = [];
    for (let day = 1; day <= 27; day++) ids.push(await submit(carl, [`2026-08-${String(day).padStart(2, '0')}`]));
    const twin = await submit(carl, ['2026-08-01']);
    const browser = await test.signedIn(test.manager);
    await browser.get(`/admin/leave/${ids[0]}?status=pending&department=${department}`);
    const decided = await browser.submit('/decide', { verdict: 'approve' });
    expect(decided.path).to.equal(`/admin/leave?status=pending&department=${department}`);
    expect(decided.main).to.include('Approved: 1 day.');
    await browser.get(`/admin/leave/${twin}?department=${department}`);
    const refused = await browser.submit('/decide', { verdict: 'approve' });
    expect(refused.status).to.equal(422);
    const next = refused.document.querySelector('nav.paging a')?.getAttribute('href') ?? '';
    expect(await browser.get(next)).to.include({
      status: 200,
      path: `/admin/leave/${twin}?department=${department}&page=2`,
    });
  });
});
