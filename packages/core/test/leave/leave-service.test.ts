import { Readable } from 'node:stream';
import type { Actor, DomainEvent, InvalidInputError, LeaveRequest, NewLeave, TokenActor } from '@shaon/core';
import { expect } from 'chai';
import { expectNotFound } from '../foreign.ts';
import { recordEvents } from '../recorded-events.ts';
import { refusal, withCore } from '../support.ts';
import { person } from './people.ts';

const LABEL = 'חופש';
const PAGE = { page: 1, per_page: 200 };

withCore('leave', (test) => {
  before(() => test.core.absenceTypes.createDefaults(test.company));

  async function submitOne(actor: Actor, overrides: Partial<NewLeave> = {}): Promise<LeaveRequest> {
    const [request] = await test.core.leave.submit(actor, { dates: ['2026-07-01'], type: LABEL, ...overrides });
    return request as LeaveRequest;
  }

  function errorsOf(promise: Promise<unknown>): Promise<unknown> {
    return refusal(promise).then((error) => (error as InvalidInputError).errors);
  }

  describe('submit', () => {
    it('makes a pending request with exactly the published fields', async () => {
      const noa = await person(test);
      const request = await submitOne(noa);
      expect(request).to.deep.equal({
        id: request.id,
        employee_id: noa.employeeId,
        date: '2026-07-01',
        type: LABEL,
        status: 'pending',
        manager_note: null,
        has_document: false,
        created_at: test.clock.now(),
        updated_at: test.clock.now(),
      });
      expect(await test.core.leave.get(noa, request.id)).to.deep.equal(request);
    });

    it('makes a request for each date, once and in order (D:L1)', async () => {
      const noa = await person(test);
      const dates = ['2026-08-03', '2026-08-01', '2026-08-03', '2026-08-02'];
      const requests = await test.core.leave.submit(noa, { dates, type: LABEL });
      expect(requests.map((request) => request.date)).to.deep.equal(['2026-08-01', '2026-08-02', '2026-08-03']);
      expect((await test.core.leave.listOwn(noa, PAGE)).items).to.deep.equal(requests);
    });

    it('takes a label in any normal form, and stores the configured one (D:Q19)', async () => {
      const noa = await person(test);
      const { label } = await test.core.absenceTypes.create(test.company, { label: 'שׁבתון' });
      const request = await submitOne(noa, { type: ` ${label.replace('\u05E9\u05C1', '\uFB2A')} ` });
      expect(request.type).to.equal(label);
    });

    it('refuses what the company does not offer, and tells all errors at once', async () => {
      const noa = await person(test);
      expect(await errorsOf(submitOne(noa, { type: 'ירח דבש' }))).to.deep.equal({ type: [{ rule: 'in' }] });
      const { id } = await test.core.absenceTypes.create(test.company, { label: 'Retired' });
      await test.core.absenceTypes.retire(test.company, id);
      expect(await errorsOf(submitOne(noa, { type: 'Retired' }))).to.deep.equal({ type: [{ rule: 'in' }] });
      expect(await errorsOf(submitOne(test.company, { dates: ['2026-02-30'], type: 'x' }))).to.deep.equal({
        employee_id: [{ rule: 'required' }],
        'dates.0': [{ rule: 'date' }],
        type: [{ rule: 'in' }],
      });
      expect(await errorsOf(submitOne(noa, { dates: [] }))).to.deep.equal({ dates: [{ rule: 'required' }] });
    });

    it('is for oneself, by a log-in; the product names anybody of its company', async () => {
      const [noa, dan] = [await person(test), await person(test)];
      const stranger = await person(test, 'employee', test.foreign);
      for (const actor of [noa, { ...noa, role: 'manager' as const }]) {
        const error = await refusal(submitOne(actor, { employee_id: dan.employeeId }));
        expect(error).to.have.property('code', 'not_permitted');
      }
      expect(await refusal(submitOne({ ...noa, employeeId: null }))).to.have.property('code', 'not_permitted');
      expect(await submitOne(test.company, { employee_id: dan.employeeId })).to.include({
        employee_id: dan.employeeId,
      });
      for (const employee_id of [stranger.employeeId, 999_999, 0]) {
        expect(await errorsOf(submitOne(test.company, { employee_id }))).to.deep.equal({
          employee_id: [{ rule: 'in' }],
        });
      }
    });

    it('is refused to the frozen, and open to the product for them', async () => {
      const noa = await person(test);
      await test.core.employees.freeze(test.company, noa.employeeId);
      expect(await refusal(submitOne(noa))).to.have.property('code', 'not_authenticated');
      // A log-in that the product keeps itself is unknown to the database; the employee's own row decides.
      const productsOwn = { ...noa, loginId: 0 };
      expect(await refusal(submitOne(productsOwn))).to.have.property('code', 'employee_frozen');
      expect(await submitOne(test.company, { employee_id: noa.employeeId })).to.have.property('status', 'pending');
    });
  });

  it('is closed to the actor of an employee who was frozen meanwhile, in every method', async () => {
    const noa = await person(test);
    const { id } = await submitOne(noa);
    await test.core.employees.freeze(test.company, noa.employeeId);
    const document = { name: 'a.pdf', type: 'application/pdf', content: Readable.from(['x']) };
    for (const [name, call] of Object.entries({
      get: () => test.core.leave.get(noa, id),
      listOwn: () => test.core.leave.listOwn(noa, PAGE),
      cancel: () => test.core.leave.cancel(noa, id),
      attachDocument: () => test.core.leave.attachDocument(noa, id, document),
      openDocument: () => test.core.leave.openDocument(noa, id),
      removeDocument: () => test.core.leave.removeDocument(noa, id),
    })) {
      expect(await refusal(call()), name).to.have.property('code', 'not_authenticated');
    }
    expect(await test.core.leave.get(test.company, id)).to.include({ status: 'pending', has_document: false });
  });

  describe('decide', () => {
    it('moves between the states, with exactly the catalogue’s data, once for each move (D:L3)', async () => {
      const manager = await person(test, 'manager');
      const request = await submitOne(await person(test));
      const events = recordEvents(test.core);
      const dataWith = (status: string, manager_note: string | null) => ({
        leave_request_id: request.id,
        employee_id: request.employee_id,
        date: request.date,
        type: request.type,
        status,
        manager_note,
      });
      test.clock.advance(60_000);
      const approved = await test.core.leave.approve(manager, request.id, { manager_note: ' שבת שלום\nדנה ' });
      const decided = {
        ...request,
        status: 'approved' as const,
        manager_note: 'שבת שלום\nדנה',
        updated_at: test.clock.now(),
      };
      expect(approved).to.deep.equal({ isChanged: true, request: decided });
      expect(events.take().map(({ type, data }) => ({ type, data }))).to.deep.equal([
        { type: 'leave_request.approved', data: dataWith('approved', 'שבת שלום\nדנה') },
      ]);

      test.clock.advance(60_000);
      const again = await test.core.leave.approve(manager, request.id, { manager_note: 'other' });
      expect(again).to.deep.equal({ isChanged: false, request: decided });
      const withinTransaction = () => Promise.reject(new Error('Nothing is written, so this does not run.'));
      await test.core.leave.approve(manager, request.id, {}, { withinTransaction });
      expect(await test.core.leave.get(manager, request.id)).to.deep.equal(decided);
      expect(events.take()).to.deep.equal([]);

      await test.core.leave.reject(manager, request.id);
      await test.core.leave.approve(test.company, request.id, { manager_note: null });
      expect(events.take().map(({ type, data }) => ({ type, data }))).to.deep.equal([
        { type: 'leave_request.rejected', data: dataWith('rejected', null) },
        { type: 'leave_request.approved', data: dataWith('approved', null) },
      ]);
    });

    it('approves once when twenty managers approve at a time', async () => {
      const request = await submitOne(await person(test));
      const events = recordEvents(test.core);
      const results = await Promise.all(
        Array.from({ length: 20 }, () => test.core.leave.approve(test.company, request.id)),
      );
      expect(results.filter((result) => result.isChanged)).to.have.lengthOf(1);
      expect(events.take()).to.have.lengthOf(1);
    });

    it('is undone with its event when the transaction rolls back', async () => {
      const request = await submitOne(await person(test));
      const marker = (await test.core.absenceTypes.create(test.company, { label: 'Marker' })).id;
      // In TypeScript the type of an event decides what its data has.
      const requestOf = (event: DomainEvent): number | null =>
        event.type === 'leave_request.approved' ? event.data.leave_request_id : null;
      test.core.events.addSink({
        name: 'writer',
        async publish(event, manager) {
          if (requestOf(event) !== request.id) return;
          await manager.query(`UPDATE shaon_absence_type SET label = 'heard' WHERE id = ${marker}`);
        },
      });
      const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
      await refusal(test.core.leave.approve(test.company, request.id, {}, { withinTransaction }));
      expect(await test.core.leave.get(test.company, request.id)).to.deep.equal(request);
      const labels = async () => (await test.core.absenceTypes.list(test.company)).map((type) => type.label);
      expect(await labels())
        .to.include('Marker')
        .and.not.include('heard');
      await test.core.leave.approve(test.company, request.id);
      expect(await labels()).to.include('heard');
    });

    it('is for managers, with a note of at most 1,000 characters', async () => {
      const noa = await person(test);
      const { id } = await submitOne(noa);
      expect(await refusal(test.core.leave.approve(noa, id))).to.have.property('code', 'not_permitted');
      expect(await refusal(test.core.leave.reject(noa, id))).to.have.property('code', 'not_permitted');
      const error = await errorsOf(test.core.leave.approve(test.company, id, { manager_note: 'א'.repeat(1001) }));
      expect(error).to.have.all.keys('manager_note');
    });
  });

  describe('cancel', () => {
    it('takes a request off the list, by the person while it is pending, by a manager at any time', async () => {
      const noa = await person(test);
      const [first, second] = [await submitOne(noa), await submitOne(noa, { dates: ['2026-07-02'] })];
      await test.core.leave.cancel(noa, first.id);
      await test.core.leave.approve(test.company, second.id);
      expect(await refusal(test.core.leave.cancel(noa, second.id))).to.have.property('code', 'state_conflict');
      expect((await test.core.leave.listOwn(noa, PAGE)).items.map(({ id }) => id)).to.deep.equal([second.id]);
      await test.core.leave.cancel(await person(test, 'manager'), second.id);
      expect(await test.core.leave.listOwn(noa, PAGE)).to.deep.equal({ items: [], total: 0 });
      await expectNotFound({
        get: () => test.core.leave.get(test.company, first.id),
        approve: () => test.core.leave.approve(test.company, first.id),
        cancel: () => test.core.leave.cancel(test.company, first.id),
      });
    });
  });

  it('hides others’ requests from an employee and foreign ones from everybody', async () => {
    const [noa, dan] = [await person(test), await person(test)];
    await test.core.absenceTypes.createDefaults(test.foreign);
    const theirs = await submitOne(await person(test, 'employee', test.foreign));
    const dans = await submitOne(dan);
    await expectNotFound({
      'get of a colleague': () => test.core.leave.get(noa, dans.id),
      'cancel of a colleague': () => test.core.leave.cancel(noa, dans.id),
      get: () => test.core.leave.get(test.company, theirs.id),
      approve: () => test.core.leave.approve(test.company, theirs.id),
      reject: () => test.core.leave.reject(test.company, theirs.id),
      cancel: () => test.core.leave.cancel(test.company, theirs.id),
      openDocument: () => test.core.leave.openDocument(test.company, theirs.id),
      removeDocument: () => test.core.leave.removeDocument(test.company, theirs.id),
    });
    expect(await test.core.leave.get(test.foreign, theirs.id)).to.deep.equal(theirs);
    expect((await test.core.leave.listOwn(noa, PAGE)).total).to.equal(0);
    expect(await refusal(test.core.leave.list(noa, {}, PAGE))).to.have.property('code', 'not_permitted');
  });

  it('lets a token read the list and nothing else', async () => {
    const { id } = await submitOne(await person(test));
    const token: TokenActor = {
      kind: 'token',
      companyId: test.company.companyId,
      companyZone: 'Asia/Jerusalem',
      companyLocale: 'he',
      tokenId: 1,
      tokenName: 'payroll',
      tokenPrefix: 'shn_abc',
      abilities: new Set(['leave:read']),
    };
    expect((await test.core.leave.list(token, {}, PAGE)).items.map((item) => item.id)).to.include(id);
    const other = { ...token, abilities: new Set(['employees:read'] as const) };
    for (const call of [
      () => test.core.leave.list(other, {}, PAGE),
      () => test.core.leave.get(token, id),
      () => test.core.leave.listOwn(token, PAGE),
      () => submitOne(token),
      () => test.core.leave.approve(token, id),
      () => test.core.leave.reject(token, id),
      () => test.core.leave.cancel(token, id),
      () => test.core.leave.openDocument(token, id),
      () => test.core.leave.removeDocument(token, id),
    ]) {
      expect(await refusal(call())).to.have.property('code', 'ability_missing');
    }
  });

  it('shows the label of today after a renaming, and was not changed by it (D:A11)', async () => {
    const noa = await person(test);
    const { id, label } = await test.core.absenceTypes.create(test.company, { label: 'Study' });
    const request = await submitOne(noa, { type: label });
    const theirs = await test.core.absenceTypes.create(test.foreign, { label });
    const foreign = await submitOne(await person(test, 'employee', test.foreign), { type: theirs.label });
    test.clock.advance(1000);
    await test.core.absenceTypes.rename(test.company, id, 'School');
    expect(await test.core.leave.get(noa, request.id)).to.deep.equal({ ...request, type: 'School' });
    expect(await errorsOf(submitOne(noa, { type: label }))).to.have.all.keys('type');
    expect(await test.core.leave.get(test.foreign, foreign.id)).to.deep.equal(foreign);
  });
});
