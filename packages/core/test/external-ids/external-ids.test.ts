import { type ExternalIdKind, InvalidInputError, systemActor } from '@shaon/core';
import { expect } from 'chai';
import { EXTERNAL_ID_KINDS } from '../../src/external-ids/external-id.ts';
import { expectNotFound } from '../foreign.ts';
import { besideOpenTransaction } from '../held-transaction.ts';
import { person } from '../leave/people.ts';
import { serial, stored } from '../races/look.ts';
import { type CoreTest, newEmployee, refusal, withCore } from '../support.ts';

const PRESET = { name: 'Night', wage_percentage: 150 };

/** A record of the kind without a key, in a company that offers absence types. */
async function recordOf(test: CoreTest, kind: ExternalIdKind, company = test.company): Promise<number> {
  const { organization, shifts, employees, attendance, leave, absenceTypes } = test.core;
  if (kind === 'department') return (await organization.createDepartment(company, { name: 'Ovens' })).id;
  if (kind === 'branch') return (await organization.createBranch(company, { name: 'Haifa' })).id;
  if (kind === 'shift') return (await shifts.create(company, PRESET)).id;
  const { id } = await employees.create(company, newEmployee());
  if (kind === 'employee') return id;
  if (kind === 'attendance') {
    await attendance.punchIn(company, id);
    return (await attendance.month(company, id, '2026-06'))[0]?.id as number;
  }
  await absenceTypes.createDefaults(company);
  const [request] = await leave.submit(company, { employee_id: id, dates: ['2026-06-01'], type: 'חופש' });
  return request?.id as number;
}

withCore('external ids', (test) => {
  const key = () => `K-${serial()}`;

  for (const kind of EXTERNAL_ID_KINDS) {
    it(`of a record (${kind}) are set, found, exchanged and removed, in their own company alone`, async () => {
      const { externalIds } = test.core;
      const [id, first, second] = [await recordOf(test, kind), key(), key()];
      expect(await externalIds.find(test.company, kind, first)).to.equal(null);
      expect(await externalIds.of(test.company, kind, id)).to.equal(null);
      await externalIds.set(test.company, kind, id, ` ${first} `);
      expect(await externalIds.find(test.company, kind, first)).to.equal(id);
      expect(await externalIds.of(test.company, kind, id)).to.equal(first);
      expect(await externalIds.find(test.foreign, kind, first)).to.equal(null);
      expect(await externalIds.of(test.foreign, kind, id)).to.equal(null);
      expect((await externalIds.list(test.foreign, kind)).items).to.deep.equal([]);

      await externalIds.set(test.company, kind, id, second);
      expect(await externalIds.find(test.company, kind, first)).to.equal(null);
      expect(await externalIds.of(test.company, kind, id)).to.equal(second);
      await externalIds.remove(test.company, kind, id);
      expect(await externalIds.of(test.company, kind, id)).to.equal(null);
      await expectNotFound({
        'set of a foreign one': () => externalIds.set(test.foreign, kind, id, key()),
        'remove of a foreign one': () => externalIds.remove(test.foreign, kind, id),
        'set of nobody': () => externalIds.set(test.company, kind, 999_999, key()),
      });
    });
  }

  it('of one text may be of two kinds and of two companies', async () => {
    const { externalIds } = test.core;
    const same = key();
    const [department, branch] = [await recordOf(test, 'department'), await recordOf(test, 'branch')];
    const theirs = await recordOf(test, 'department', test.foreign);
    await externalIds.set(test.company, 'department', department, same);
    await externalIds.set(test.company, 'branch', branch, same);
    await externalIds.set(test.foreign, 'department', theirs, same);
    expect(await externalIds.find(test.company, 'department', same)).to.equal(department);
    expect(await externalIds.find(test.company, 'branch', same)).to.equal(branch);
    expect(await externalIds.find(test.foreign, 'department', same)).to.equal(theirs);
  });

  it('that another record has are refused with that record and what to do', async () => {
    const { externalIds } = test.core;
    const [holder, other, taken] = [await recordOf(test, 'branch'), await recordOf(test, 'branch'), key()];
    await externalIds.set(test.company, 'branch', holder, taken);
    const refused = (await refusal(externalIds.set(test.company, 'branch', other, taken))) as Error;
    expect(refused).to.have.property('code', 'state_conflict');
    expect(refused).to.have.deep.property('details', { kind: 'branch', record_id: holder });
    expect(refused.message).to.include(`branch ${holder}`).and.include('core.externalIds.remove');
    expect(refused.message, 'a key may be an ID number').not.to.include(taken);
    await externalIds.remove(test.company, 'branch', holder);
    await externalIds.set(test.company, 'branch', other, taken);
    expect(await externalIds.find(test.company, 'branch', taken)).to.equal(other);
  });

  it('are listed by the records’ ids, page by page', async () => {
    const { externalIds } = test.core;
    const company = systemActor((await test.core.companies.create({ name: 'Pages' })).id);
    const wanted: { id: number; externalId: string }[] = [];
    for (let index = 0; index < 5; index++) {
      const id = await recordOf(test, 'department', company);
      wanted.push({ id, externalId: `D-${9 - index}` });
    }
    for (const { id, externalId } of [...wanted].reverse()) {
      await externalIds.set(company, 'department', id, externalId);
    }
    const lengths: number[] = [];
    const walked: object[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof externalIds.list>> = await externalIds.list(company, 'department', {
        after,
        limit: 2,
      });
      lengths.push(page.items.length);
      walked.push(...page.items);
      after = page.next;
    }
    expect(walked).to.deep.equal(wanted);
    expect(lengths).to.deep.equal([2, 2, 1]);
    expect(await externalIds.list(company, 'department', { limit: 5 })).to.deep.equal({ items: wanted, next: null });
  });

  it('are found many at once, by what their asker calls them', async () => {
    const { externalIds } = test.core;
    const [one, two] = [await recordOf(test, 'shift'), await recordOf(test, 'shift')];
    const [first, second] = [key(), key()];
    await externalIds.set(test.company, 'shift', one, first);
    await externalIds.set(test.company, 'shift', two, second);
    const found = await externalIds.findAll(test.company, 'shift', [first, 'nobody', `${second} `]);
    expect([...found]).to.deep.equal([
      [first, one],
      [`${second} `, two],
    ]);
    expect((await externalIds.findAll(test.company, 'shift', [])).size).to.equal(0);
    const tooMany = externalIds.findAll(test.company, 'shift', Array(1_001).fill('K'));
    expect(await refusal(tooMany)).to.have.nested.property('errors.external_ids[0].rule', 'max');
  });

  it('that cannot be are refused with an issue on their field', async () => {
    const { externalIds } = test.core;
    const id = await recordOf(test, 'branch');
    for (const [field, promise] of [
      ['external_id', externalIds.set(test.company, 'branch', id, ' ')],
      ['external_id', externalIds.set(test.company, 'branch', id, 'x'.repeat(256))],
      ['external_id', externalIds.set(test.company, 'branch', id, 'x\0')],
      ['external_id', externalIds.find(test.company, 'branch', 17 as never)],
      ['external_id', test.core.shifts.create(test.company, PRESET, { externalId: '' })],
      ['kind', externalIds.find(test.company, 'branches' as never, 'x')],
      ['kind', externalIds.of(test.company, 'token' as never, id)],
      ['kind', externalIds.set(test.company, '__proto__' as never, id, 'x')],
      ['kind', externalIds.remove(test.company, 'constructor' as never, id)],
      ['kind', externalIds.list(test.company, undefined as never)],
      ['after', externalIds.list(test.company, 'branch', { after: -1 })],
      ['limit', externalIds.list(test.company, 'branch', { limit: 0 })],
      ['limit', externalIds.list(test.company, 'branch', { limit: 1_001 })],
    ] as const) {
      const refused = await refusal(promise);
      expect(refused, field).to.be.instanceOf(InvalidInputError);
      expect((refused as InvalidInputError).errors).to.have.all.keys(field);
    }
    expect(await externalIds.of(test.company, 'branch', id)).to.equal(null);
  });

  it('are for admins and the product, not for managers, employees and tokens', async () => {
    const { externalIds } = test.core;
    const id = await recordOf(test, 'branch');
    const admin = await person(test, 'admin');
    await externalIds.set(admin, 'branch', id, key());
    const token = {
      ...{ kind: 'token', companyId: test.company.companyId, companyZone: 'Asia/Jerusalem', companyLocale: 'he' },
      ...{ tokenId: 1, tokenName: 'BI', tokenPrefix: 'shn_abcd', abilities: new Set(['employees:write']) },
    } as never;
    for (const [actor, code] of [
      [await person(test, 'manager'), 'not_permitted'],
      [await person(test), 'not_permitted'],
      [token, 'ability_missing'],
    ] as const) {
      for (const call of [
        () => externalIds.find(actor, 'branch', 'x'),
        () => externalIds.findAll(actor, 'branch', ['x']),
        () => externalIds.of(actor, 'branch', id),
        () => externalIds.list(actor, 'branch'),
        () => externalIds.set(actor, 'branch', id, 'x'),
        () => externalIds.remove(actor, 'branch', id),
      ]) {
        expect(await refusal(call())).to.have.property('code', code);
      }
    }
  });

  it('are audited with their record, without the key, and only when something changes', async () => {
    const { externalIds } = test.core;
    const [id, secret] = [await recordOf(test, 'department'), 'id-number 123456782'];
    await externalIds.set(test.company, 'department', id, secret);
    await externalIds.set(test.company, 'department', id, secret);
    await externalIds.remove(test.company, 'department', id);
    await externalIds.remove(test.company, 'department', id);
    const rows = await stored(
      test,
      test.company,
      `SELECT action, detail FROM "shaon_audit" WHERE company_id = $1 AND action LIKE 'external_id.%' ORDER BY id DESC LIMIT 2`,
    );
    const facts = { kind: 'department', record_id: id };
    expect(rows.map(({ action, detail }) => [action, JSON.parse(String(detail))])).to.deep.equal([
      ['external_id.remove', facts],
      ['external_id.set', facts],
    ]);
  });

  it('of a removed record are free again', async () => {
    const { externalIds, organization } = test.core;
    const same = key();
    const { id } = await organization.createDepartment(test.company, { name: 'Old' }, { externalId: same });
    await organization.removeDepartment(test.company, id);
    expect(await externalIds.find(test.company, 'department', same)).to.equal(null);
    const again = await organization.createDepartment(test.company, { name: 'New' }, { externalId: same });
    expect(await externalIds.find(test.company, 'department', same)).to.equal(again.id);
  });

  it('of a cancelled request and of a voided day stay until they are taken away', async () => {
    const { externalIds, leave, attendance } = test.core;
    const [request, day] = [await recordOf(test, 'leave'), await recordOf(test, 'attendance')];
    const [first, second] = [key(), key()];
    await externalIds.set(test.company, 'leave', request, first);
    await externalIds.set(test.company, 'attendance', day, second);
    await leave.cancel(test.company, request);
    await attendance.voidDay(test.company, day);
    expect(await externalIds.find(test.company, 'leave', first)).to.equal(request);
    expect(await externalIds.find(test.company, 'attendance', second)).to.equal(day);
    await externalIds.remove(test.company, 'leave', request);
    await externalIds.remove(test.company, 'attendance', day);
    expect(await externalIds.of(test.company, 'attendance', day)).to.equal(null);
  });
});

withCore('one external id for two records at once', (test) => {
  it('is given to one, and the other hears who has it', async () => {
    const { externalIds, shifts } = test.core;
    const [one, two] = [await recordOf(test, 'shift'), await recordOf(test, 'shift')];
    for (let round = 0; round < 5; round++) {
      const wanted = `R-${serial()}`;
      const outcomes = await Promise.allSettled([
        externalIds.set(test.company, 'shift', one, wanted),
        externalIds.set(test.company, 'shift', two, wanted),
        shifts.create(test.company, PRESET, { externalId: wanted }),
      ]);
      const holder = await externalIds.find(test.company, 'shift', wanted);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        expect(outcome.reason).to.have.property('code', 'state_conflict');
        expect(outcome.reason.details).to.deep.equal({ kind: 'shift', record_id: holder });
      }
    }
  });

  it('is refused to one that waited for the other’s transaction', async () => {
    const { externalIds, organization } = test.core;
    const [one, two] = [await recordOf(test, 'branch'), await recordOf(test, 'branch')];
    const wanted = `R-${serial()}`;
    const seconds: readonly (() => Promise<unknown>)[] = [
      () => externalIds.set(test.company, 'branch', two, wanted),
      () => organization.createBranch(test.company, { name: 'Late' }, { externalId: wanted }),
    ];
    for (const second of seconds) {
      await externalIds.remove(test.company, 'branch', one);
      const outcome = await besideOpenTransaction(
        test,
        (manager) => externalIds.set(test.company, 'branch', one, wanted, { manager }),
        second,
      );
      expect(outcome).to.have.nested.property('reason.code', 'state_conflict');
      expect(outcome).to.have.nested.property('reason.details.record_id', one);
    }
  });
});

withCore('external ids of new records', (test) => {
  const key = () => `N-${serial()}`;

  it('are kept with the record, and refused together with it', async () => {
    const { organization, shifts, employees, externalIds } = test.core;
    const creates = {
      department: (externalId: string) =>
        organization.createDepartment(test.company, { name: 'Ovens' }, { externalId }),
      branch: (externalId: string) => organization.createBranch(test.company, { name: 'Haifa' }, { externalId }),
      shift: (externalId: string) => shifts.create(test.company, PRESET, { externalId }),
      employee: (externalId: string) => employees.create(test.company, newEmployee(), { externalId }),
    };
    for (const [kind, create] of Object.entries(creates) as [keyof typeof creates, (typeof creates)['branch']][]) {
      const wanted = key();
      const { id } = await create(wanted);
      expect(await externalIds.find(test.company, kind, wanted), kind).to.equal(id);
      const count = async () =>
        (await stored(test, test.company, `SELECT id FROM "shaon_${kind}" WHERE company_id = $1`)).length;
      const before = await count();
      const refused = await refusal(create(wanted));
      expect(refused, kind).to.have.property('code', 'state_conflict');
      expect(refused, kind).to.have.deep.property('details', { kind, record_id: id });
      expect(await count(), kind).to.equal(before);
    }
    const without = await employees.create(test.company, newEmployee(), { externalId: null });
    expect(await externalIds.of(test.company, 'employee', without.id)).to.equal(null);
  });

  it('are lost with a transaction that rolls back, which a taken key alone leaves usable', async () => {
    const { organization, externalIds } = test.core;
    const [taken, fresh, lost] = [key(), key(), key()];
    await organization.createBranch(test.company, { name: 'Haifa' }, { externalId: taken });
    await test.core.transaction(async (manager) => {
      const again = organization.createBranch(test.company, { name: 'B' }, { manager, externalId: taken });
      expect(await refusal(again)).to.have.property('code', 'state_conflict');
      await organization.createBranch(test.company, { name: 'C' }, { manager, externalId: fresh });
    });
    expect(await externalIds.find(test.company, 'branch', fresh)).not.to.equal(null);
    const withinTransaction = () => Promise.reject(new Error('The product has no room.'));
    await refusal(organization.createBranch(test.company, { name: 'D' }, { externalId: lost, withinTransaction }));
    expect(await externalIds.find(test.company, 'branch', lost)).to.equal(null);
  });

  it('of requests for leave go by their dates', async () => {
    const { leave, externalIds, absenceTypes } = test.core;
    await absenceTypes.createDefaults(test.company);
    const { employeeId } = await person(test);
    const [first, third] = [key(), key()];
    const dates = ['2026-07-03', '2026-07-01', '2026-07-02'];
    const wanted = { employee_id: employeeId, dates, type: 'חופש' };
    const requests = await leave.submit(test.company, wanted, {
      externalIds: { '2026-07-03': third, '2026-07-01': first },
    });
    const keys = await Promise.all(requests.map(({ id }) => externalIds.of(test.company, 'leave', id)));
    expect(keys).to.deep.equal([first, null, third]);
    const taken = leave.submit(test.company, wanted, { externalIds: { '2026-07-02': first } });
    expect(await refusal(taken)).to.have.property('code', 'state_conflict');
    for (const [date, rule, externalIdsByDate] of [
      ['2026-07-04', 'in', { '2026-07-04': key() }],
      ['2026-07-01', 'required', { '2026-07-01': ' ' }],
      ['2026-07-02', 'unique', { '2026-07-01': 'same', '2026-07-02': 'same' }],
    ] as const) {
      const refused = await refusal(leave.submit(test.company, wanted, { externalIds: externalIdsByDate }));
      expect((refused as InvalidInputError).errors).to.deep.equal({ [`external_ids.${date}`]: [{ rule }] });
    }
  });
});
