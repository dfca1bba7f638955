import { Readable } from 'node:stream';
import { type Core, createCore } from '@shaon/core';
import { TestClock } from '@shaon/testing';
import { expect } from 'chai';
import { TEST_KEYS } from '../host/running-shaon.ts';
import { newEmployee } from '../support.ts';
import { withServer } from './served-api.ts';

/** Late enough that every day of the time vectors is past. */
const NOW = '2027-01-04T06:00:00.999Z';

withServer('v1 records', (api) => {
  let core: Core;
  let employee: number;

  before(async () => {
    core = await createCore({
      database: api.database.connection(),
      keys: TEST_KEYS,
      clock: new TestClock(new Date(NOW)),
      withoutEvents: true,
    });
    employee = (await core.employees.create(api.company, newEmployee())).id;
    await core.absenceTypes.createDefaults(api.company);
  });
  after(() => core?.close());

  const punched = async (days: readonly (readonly [kind: 'in' | 'out', at: string])[]) => {
    const { id } = await core.employees.create(api.company, newEmployee());
    for (const [kind, text] of days) {
      const act = kind === 'in' ? core.attendance.punchIn : core.attendance.punchOut;
      await act.call(core.attendance, api.company, id, { at: new Date(text) });
    }
    const { body } = await api.call('GET', `/attendance?employee_id=${id}`);
    return body.data.map((day: Record<string, unknown>) => [day.date, day.check_in, day.check_out, day.status]);
  };

  it('shows punches by the time vectors, on the day that the work began', async () => {
    expect(
      await punched([
        ['in', '2026-03-26T20:00:00Z'],
        ['out', '2026-03-27T03:00:00Z'],
      ]),
      'a night of 7 hours',
    ).to.deep.equal([['2026-03-26', '2026-03-26T22:00:00+02:00', '2026-03-27T06:00:00+03:00', 'pending']]);
    expect(
      await punched([
        ['in', '2026-10-24T19:00:00Z'],
        ['out', '2026-10-25T04:00:00Z'],
      ]),
      'a night of 9 hours',
    ).to.deep.equal([['2026-10-24', '2026-10-24T22:00:00+03:00', '2026-10-25T06:00:00+02:00', 'pending']]);
    expect(
      await punched([
        ['in', '2026-10-24T22:30:00.999Z'],
        ['out', '2026-10-24T23:30:00.001Z'],
      ]),
      'an hour that the clock shows twice',
    ).to.deep.equal([['2026-10-25', '2026-10-25T01:30:00+03:00', '2026-10-25T01:30:00+02:00', 'pending']]);
    expect(
      await punched([
        ['in', '2026-03-26T23:59:59Z'],
        ['out', '2026-03-27T00:00:00Z'],
      ]),
      'a second over the gap',
    ).to.deep.equal([['2026-03-27', '2026-03-27T01:59:59+02:00', '2026-03-27T03:00:00+03:00', 'pending']]);
  });

  it('shows an open day, a return from a break and a forgotten punch as SPEC 2 and D:T8 say', async () => {
    expect(await punched([['in', '2026-05-04T05:00:00Z']])).to.deep.equal([
      ['2026-05-04', '2026-05-04T08:00:00+03:00', null, 'open'],
    ]);
    expect(
      await punched([
        ['in', '2026-05-04T05:00:00Z'],
        ['out', '2026-05-04T09:00:00Z'],
        ['in', '2026-05-04T09:30:00Z'],
      ]),
    ).to.deep.equal([['2026-05-04', '2026-05-04T08:00:00+03:00', null, 'open']]);
    expect(await punched([['out', '2026-05-04T14:00:00Z']])).to.deep.equal([
      ['2026-05-04', null, '2026-05-04T17:00:00+03:00', 'pending'],
    ]);
  });

  it('shows a leave request in each state, with its note, its document as a yes or no, and its times', async () => {
    const ask = async (date: string, type: string) => {
      const [request] = await core.leave.submit(api.company, { employee_id: employee, dates: [date], type });
      return request?.id as number;
    };
    const ids = [
      await ask('2026-07-03', 'חופש'),
      await ask('2026-07-01', 'מחלה'),
      await ask('2026-07-02', 'היעדרות ללא תשלום'),
      await ask('2026-07-02', 'אבל'),
    ] as const;
    await core.leave.approve(api.company, ids[0], { manager_note: 'Enjoy\nit' });
    await core.leave.reject(api.company, ids[1]);
    await core.leave.cancel(api.company, ids[3]);
    const { body } = await api.call('GET', '/leave');
    const times = { created_at: '2027-01-04T08:00:00+02:00', updated_at: '2027-01-04T08:00:00+02:00' };
    const common = { employee_id: employee, has_document: false, ...times };
    expect(body.data).to.deep.equal([
      { id: ids[1], date: '2026-07-01', type: 'מחלה', status: 'rejected', manager_note: null, ...common },
      { id: ids[2], date: '2026-07-02', type: 'היעדרות ללא תשלום', status: 'pending', manager_note: null, ...common },
      { id: ids[0], date: '2026-07-03', type: 'חופש', status: 'approved', manager_note: 'Enjoy\nit', ...common },
    ]);

    const found = async (query: Record<string, string>) => {
      const { body: page } = await api.call('GET', `/leave?${new URLSearchParams(query)}`);
      return page.data.map((request: { id: number }) => request.id);
    };
    expect(await found({ date_from: '2026-07-02', date_to: '2026-07-02' })).to.deep.equal([ids[2]]);
    expect(await found({ date_from: '2026-07-02' })).to.deep.equal([ids[2], ids[0]]);
    expect(await found({ date_to: '2026-07-02' })).to.deep.equal([ids[1], ids[2]]);
    expect(await found({ date_from: '0001-01-01', date_to: '9999-12-31' })).to.have.lengthOf(3);
    expect(await found({ status: 'rejected' })).to.deep.equal([ids[1]]);
    expect(await found({ type: ' היעדרות ללא תשלום ' })).to.deep.equal([ids[2]]);
    expect(await found({ type: 'היעדרות' })).to.deep.equal([]);
    expect(await found({ employee_id: String(employee), status: 'approved', type: 'חופש' })).to.deep.equal([ids[0]]);
    await core.employees.freeze(api.company, employee);
    expect(await found({}), 'of a frozen person').to.have.lengthOf(3);
  });

  it('compares labels in one normal form (D:Q19)', async () => {
    const label = 'שָׁעוֹת caf\u00E9';
    await core.absenceTypes.create(api.company, { label });
    const person = (await core.employees.create(api.company, newEmployee())).id;
    await core.leave.submit(api.company, { employee_id: person, dates: ['2026-08-01'], type: label.normalize('NFD') });
    for (const form of ['NFC', 'NFD'] as const) {
      const { body } = await api.call('GET', `/leave?type=${encodeURIComponent(label.normalize(form))}`);
      expect(body.data, form).to.have.lengthOf(1);
      expect(body.data[0].type).to.equal(label.normalize('NFC'));
    }
    const other = await api.call('GET', `/leave?type=${encodeURIComponent(label.toUpperCase())}`);
    expect(other.body.data).to.deep.equal([]);
  });

  it('says only that a document is there', async () => {
    const clock = new TestClock(new Date(NOW));
    const options = { keys: TEST_KEYS, clock, withoutEvents: true };
    const withDocuments = await createCore({ database: api.database.connection(), ...options });
    try {
      const person = (await core.employees.create(api.company, newEmployee())).id;
      const dates = ['2026-09-01'];
      const [request] = await core.leave.submit(api.company, { employee_id: person, dates, type: 'מחלה' });
      const content = Readable.from([Buffer.from('%PDF-')]);
      const document = { name: 'diagnosis.pdf', type: 'application/pdf', content };
      await withDocuments.leave.attachDocument(api.company, request?.id as number, document);
      const { body, text } = await api.call('GET', `/leave?employee_id=${person}`);
      expect(body.data[0].has_document).to.equal(true);
      expect(text).not.to.match(/diagnosis|pdf/i);
    } finally {
      await withDocuments.close();
    }
  });

  it('shows presets and places as they are', async () => {
    const shifts = [
      { name: 'לילה', start_time: '22:00', end_time: '06:00', wage_percentage: 150 },
      { name: 'Day', start_time: '00:00', end_time: '00:00', wage_percentage: 0 },
      { name: 'Free', start_time: null, end_time: null, wage_percentage: 1_000 },
    ];
    for (const shift of shifts) await core.shifts.create(api.company, shift);
    const { body } = await api.call('GET', '/shifts');
    expect(body.data.map(({ id, ...shift }: { id: number }) => shift)).to.deep.equal(shifts);
    await core.organization.createBranch(api.company, { name: 'חיפה', address: 'הנמל 1' });
    await core.organization.createBranch(api.company, { name: 'Lod' });
    const branches = (await api.call('GET', '/branches')).body.data;
    expect(branches.map(({ name, address }: Record<string, unknown>) => [name, address])).to.deep.equal([
      ['חיפה', 'הנמל 1'],
      ['Lod', null],
    ]);
  });
});
