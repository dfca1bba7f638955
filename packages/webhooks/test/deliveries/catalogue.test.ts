import { EVENT_TYPES, type ImportFile } from '@shaon/core';
import { validIdNumber } from '@shaon/testing';
import { expect } from 'chai';
import { hire } from '../hire.ts';
import { refusal, type WebhooksTest, withWebhooks } from '../support.ts';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
/** SPEC 6, Event catalog; employee.updated as D:V8 settles it. */
const EMPLOYEE = ['employee_id', 'name', 'email', 'department_id', 'branch_id'];
const LEAVE = ['leave_request_id', 'employee_id', 'date', 'type', 'status', 'manager_note'];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'attendance.clocked_in': ['employee_id', 'attendance_id', 'check_in'],
  'attendance.clocked_out': ['employee_id', 'attendance_id', 'check_in', 'check_out'],
  'leave_request.approved': LEAVE,
  'leave_request.rejected': LEAVE,
  'employee.created': EMPLOYEE,
  'employee.updated': [...EMPLOYEE, 'status'],
};

const ID_NUMBERS: Readonly<Record<string, string>> = { e1: validIdNumber(60_000_001), e2: validIdNumber(60_000_002) };

/* From the call of a service to the bytes that a receiver gets. */
withWebhooks('what each change makes a receiver hear', (test) => {
  let id: number;

  before(async () => {
    test.clock.set('2026-06-01T12:00:00Z');
    await test.core.absenceTypes.createDefaults(test.company);
    await test.webhooks.endpoints.register(test.company, { url: test.receiver.url, events: [...EVENT_TYPES] });
    id = await hire(test);
    await test.webhooks.drainOnce();
  });
  beforeEach(() => {
    test.receiver.requests.length = 0;
  });

  /** The events that came in since, by their texts: several go at once. Each is checked against the catalogue. */
  async function heard(): Promise<{ event: string; data: Record<string, unknown> }[]> {
    await test.webhooks.drainOnce();
    const received = test.receiver.requests.toSorted((a, b) => a.body.compare(b.body));
    return received.map(({ body, headers }) => {
      const sent = JSON.parse(body.toString());
      expect(Object.keys(sent)).to.deep.equal(['event', 'data', 'sent_at']);
      expect(sent.sent_at).to.match(DATE_TIME);
      expect(headers['x-service-event']).to.equal(sent.event);
      expect(Object.keys(sent.data), sent.event).to.have.members(FIELDS[sent.event] ?? []);
      for (const time of ['check_in', 'check_out']) {
        if (sent.data[time] !== null && sent.data[time] !== undefined) expect(sent.data[time]).to.match(DATE_TIME);
      }
      return sent;
    });
  }
  const types = async () => (await heard()).map(({ event }) => event);
  const submit = async (date: string) => {
    const [request] = await test.core.leave.submit(test.company, {
      employee_id: id,
      dates: [date],
      type: 'חופש',
    });
    return request!.id;
  };
  const at = (time: string) => ({ at: new Date(`2026-06-01T${time}:00+03:00`) });

  type Act = (test: WebhooksTest) => Promise<unknown>;
  const CHANGES: readonly (readonly [string, Act, readonly string[]])[] = [
    ['a new employee', (test) => hire(test), ['employee.created']],
    ['a new name', ({ core, company }) => core.employees.update(company, id, { name: 'שם חדש' }), ['employee.updated']],
    ['the same name', ({ core, company }) => core.employees.update(company, id, { name: 'שם חדש' }), []],
    ['a new phone', ({ core, company }) => core.employees.update(company, id, { phone: null }), ['employee.updated']],
    ['a freeze', ({ core, company }) => core.employees.freeze(company, id), ['employee.updated']],
    ['another freeze', ({ core, company }) => core.employees.freeze(company, id), []],
    ['a reactivation', ({ core, company }) => core.employees.reactivate(company, id), ['employee.updated']],
    ['another reactivation', ({ core, company }) => core.employees.reactivate(company, id), []],
    ['a punch in', ({ core, company }) => core.attendance.punchIn(company, id, at('08:00')), ['attendance.clocked_in']],
    ['the same punch again', ({ core, company }) => refusal(core.attendance.punchIn(company, id, at('08:00'))), []],
    ['the start of a break', ({ core, company }) => core.attendance.breakStart(company, id, at('12:00')), []],
    ['its end', ({ core, company }) => core.attendance.breakEnd(company, id, at('12:30')), ['attendance.clocked_in']],
    [
      'a punch out',
      ({ core, company }) => core.attendance.punchOut(company, id, at('14:00')),
      ['attendance.clocked_out'],
    ],
    ['a request for leave', () => submit('2026-07-01'), []],
  ];
  for (const [title, act, expected] of CHANGES) {
    it(`${title}: ${expected.join() || 'nothing'}`, async () => {
      await act(test);
      expect(await types()).to.deep.equal(expected);
    });
  }

  it('an approval and a rejection: one each, and nothing when it is so already', async () => {
    const { leave } = test.core;
    const request = await submit('2026-07-02');
    await leave.approve(test.company, request, { manager_note: 'שבת שלום' });
    await leave.approve(test.company, request);
    await leave.reject(test.company, request);
    await leave.reject(test.company, request);
    const events = await heard();
    expect(events.map(({ event }) => event)).to.deep.equal(['leave_request.approved', 'leave_request.rejected']);
    expect(events[0]!.data).to.include({
      leave_request_id: request,
      employee_id: id,
      date: '2026-07-02',
      type: 'חופש',
    });
    expect(events.map(({ data }) => [data.status, data.manager_note])).to.deep.equal([
      ['approved', 'שבת שלום'],
      ['rejected', null],
    ]);
  });

  it('a department that goes: one for each of its people', async () => {
    const department = await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    await test.core.employees.update(test.company, id, { department_id: department.id });
    await test.core.organization.removeDepartment(test.company, department.id, { clearReferences: true });
    const events = await heard();
    expect(events.map(({ event, data }) => [event, data.department_id])).to.deep.equal([
      ['employee.updated', department.id],
      ['employee.updated', null],
    ]);
  });

  it('whatever is refused, fails in its transaction or is another company’s: nothing', async () => {
    const { core, company, foreign } = test;
    const withinTransaction = () => Promise.reject(new Error('The disk is full.'));
    await refusal(core.employees.update(company, id, { name: 'Late' }, { withinTransaction }));
    await refusal(core.employees.freeze(company, id, { withinTransaction }));
    await refusal(core.attendance.punchIn(company, id, at('14:30'), { withinTransaction }));
    await refusal(core.employees.update(company, id, { email: 'no address' }));
    await refusal(core.employees.freeze(foreign, id));
    await hire({ core, company: foreign });
    expect(await types()).to.deep.equal([]);
  });

  it('an import: nothing, unless it is told to speak of the new people (D:V26)', async () => {
    const file = (external_id: string): ImportFile => ({
      kind: 'employees',
      name: 'employees.csv',
      async *rows() {
        const values = {
          external_id,
          name: 'Imported',
          email: `${external_id}@import.test`,
          id_number: ID_NUMBERS[external_id],
        };
        yield [{ line: 2, values: { ...values, phone: '050-7654321', salary_type: 'hourly', hourly_rate: '40' } }];
      },
    });
    const company = { id: test.company.companyId };
    await test.core.imports.run({ company, files: [file('e1')] });
    expect(await types()).to.deep.equal([]);
    await test.core.imports.run({ company, files: [file('e2')], events: true });
    const events = await heard();
    expect(events.map(({ event, data }) => [event, data.email])).to.deep.equal([
      ['employee.created', 'e2@import.test'],
    ]);
  });
});
