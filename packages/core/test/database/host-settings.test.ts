import { type AccountActor, type Core, createCore, type SystemActor, systemActor } from '@shaon/core';
import { expect } from 'chai';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { fileOf, person as importedPerson } from '../import/support.ts';
import { newEmployee, refusal, TEST_KEYS, withCore } from '../support.ts';

/** OIDs of timestamptz, timestamp, date, numeric, boolean, double precision and bigint. */
const BIGINT = 20;
const TYPES = [1184, 1114, 1082, 1700, 16, 701, BIGINT];
const PASSWORD = 'long enough and never seen';
const PAGE = { page: 1, per_page: 50 };
const at = (text: string) => new Date(`${text}:00+03:00`);

/** What each part of core gives back, without the ids and secrets that differ from one company to the next. */
async function everythingOf(core: Core, company: SystemActor, person: ReturnType<typeof newEmployee>) {
  const seen: Record<string, unknown> = {};
  const hired = await core.employees.create(company, person);
  const type = await core.absenceTypes.create(company, { label: 'חופש' });
  seen.employee = await core.employees.get(company, hired.id);
  seen.personnel = await core.personnel.file(company, hired.id);

  const { attendance } = core;
  // Seventeen digits, which a connection may shorten.
  const location = { lat: 32.123456789012344, lng: 34.75000000000001, accuracy_meters: 9 };
  seen.punches = [
    await attendance.punchIn(company, hired.id, { at: at('2026-04-03T08:00'), location }),
    await attendance.breakStart(company, hired.id, { at: at('2026-04-03T12:00') }),
    await attendance.breakEnd(company, hired.id, { at: at('2026-04-03T12:30') }),
    await attendance.punchOut(company, hired.id, { at: at('2026-04-03T16:00') }),
  ];
  const [{ id: dayId }] = seen.punches as [{ id: number }];
  await attendance.approve(company, [dayId]);
  const open = await attendance.punchIn(company, hired.id, { at: at('2026-05-31T22:00') });
  seen.corrections = [
    await attendance.closeDay(company, open.id, at('2026-06-01T06:00'), 'night shift'),
    await attendance.correct(company, hired.id, '2026-04-12', {
      punches: [
        { kind: 'in', at: at('2026-04-12T08:00') },
        { kind: 'out', at: at('2026-04-12T16:00') },
      ],
      note: 'forgotten',
    }),
    await attendance.recordAbsence(company, { employee_id: hired.id, date: '2026-12-01', absence_type: 'חופש' }),
  ];
  const dates = { date_from: '2026-04-03', date_to: '2026-11-30' };
  seen.attendance = [
    await attendance.list(company, {}, PAGE, { withLocation: true }),
    await attendance.list(company, dates, { page: 2, per_page: 1 }),
    await attendance.list(company, { status: 'approved' }, PAGE),
    await attendance.day(company, dayId),
    await attendance.month(company, hired.id, '2026-04'),
    await attendance.today(company, hired.id),
  ];
  seen.recounted = (await attendance.list(company, dates, PAGE)).total;

  const [request] = await core.leave.submit(company, {
    employee_id: hired.id,
    dates: ['2026-07-08'],
    type: type.label,
  });
  const requestId = request?.id as number;
  await core.leave.approve(company, requestId, { manager_note: 'enjoy' });
  seen.leave = [
    await core.absenceDays.recordForLeave(company, [requestId]),
    await core.leave.get(company, requestId),
    await core.leave.list(company, { date_from: '2026-07-08', status: 'approved' }, PAGE),
  ];

  const expiry = at('2027-08-01T00:00');
  const issued = await core.tokens.issue(company, {
    name: 'payroll',
    abilities: ['employees:read'],
    expires_at: expiry,
  });
  const { outcome, ...authenticated } = await core.tokens.authenticate(issued.token);
  if (outcome === 'accepted' && 'actor' in authenticated) await core.tokens.noteUse(authenticated.actor, '192.0.2.1');
  seen.tokens = [outcome, await core.tokens.list(company)];

  const imported = importedPerson(`of ${company.companyId}`);
  const { companyId } = company;
  await core.imports.run({ company: { id: companyId }, files: [fileOf('employees', [imported])] });
  const { items: people } = await core.employees.list(company, {}, PAGE);
  seen.imported = people.at(-1);
  seen.importedAgain = await core.personnel.file(company, Number(people.at(-1)?.id));

  const [account] = await core.accounts.list(company, { everybody: true });
  const link = await core.accounts.makeLink(company, account?.id as number);
  await core.accounts.useLink(link.secret, PASSWORD);
  const session = await core.accounts.signIn({ email: person.email, password: PASSWORD });
  const current = await core.accounts.authenticate(session.secret);
  seen.sessions = [
    link.expiresAt,
    session.expiresAt,
    current?.expiresAt,
    current?.mustChangePassword,
    await core.accounts.listSessions(current?.actor as AccountActor),
    await core.accounts.get(company, account?.id as number),
  ];

  const { id: resentId } = await core.employees.create(company, newEmployee());
  await core.messages.resend(company, resentId);
  seen.messages = await core.messages.latest(company, [resentId, hired.id]);
  seen.company = await core.companies.get(company);
  const { items } = await core.auditReads.list(company);
  seen.audit = items.map(({ at: when, action, kind }) => [when, action, kind]);
  seen.bursts = await core.auditReads.bursts(company);
  seen.pruned = await core.prune({ auditMonths: 24 });
  return seen;
}

/** A value without what differs between two companies: ids, names of people, secrets. */
function comparable(value: unknown, key = ''): unknown {
  if (
    /(^id|Id|_id|email|name|prefix|lastFour|phone|idNumber|id_number_end|version|to)$/.test(key) &&
    typeof value !== 'object'
  )
    return key;
  if (value instanceof Map) return [...value.values()].map((one) => comparable(one));
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]));
}

/** Runs `work` while node-postgres makes something of its own of each of these types, for everybody in the process. */
async function withOddParsers<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = TYPES.map((type) => [type, pg.types.getTypeParser(type)] as const);
  for (const type of TYPES) pg.types.setTypeParser(type, (text) => (type === BIGINT ? BigInt(text) : { odd: text }));
  try {
    return await work();
  } finally {
    for (const [type, parser] of before) pg.types.setTypeParser(type, parser);
  }
}

withCore('a host whose connections and type parsers are its own', (test) => {
  if (test.database.type !== 'postgres') return;

  it('reads and writes as a plain connection does', async () => {
    const plainCompany = systemActor((await test.core.companies.create({ name: 'Plain' })).id);
    const plain = await everythingOf(test.core, plainCompany, newEmployee());
    const odd = await withOddParsers(async () => {
      const connection = test.database.connection() as { url: string };
      const host = await new DataSource({
        type: 'postgres',
        url: connection.url,
        extra: {
          options:
            '-c DateStyle=German,DMY -c TimeZone=America/St_Johns -c IntervalStyle=iso_8601 -c extra_float_digits=0 -c array_nulls=off',
        },
      }).initialize();
      try {
        const [style] = await host.query('SHOW DateStyle');
        expect(style.DateStyle).to.equal('German, DMY');
        const core = await createCore({ dataSource: host, keys: TEST_KEYS, clock: test.clock });
        const company = systemActor((await core.companies.create({ name: 'Odd' })).id);
        const everything = await everythingOf(core, company, newEmployee());
        // Rows of several companies are written together.
        await core.prune({ auditMonths: 0, now: at('2030-01-01T00:00') });
        const stored = await host.query(
          `SELECT DISTINCT token_name, path FROM shaon_audit WHERE action LIKE '%prune%'`,
        );
        expect(stored).to.deep.equal([{ token_name: null, path: null }]);
        await core.close();
        return everything;
      } finally {
        await host.destroy();
      }
    });
    for (const [name, value] of Object.entries(plain))
      expect(comparable(odd[name]), name).to.deep.equal(comparable(value));
  });

  for (const setting of ['statement_timeout', 'lock_timeout', 'transaction_timeout']) {
    it(`is told what its ${setting} has stopped`, async () => {
      const { url } = test.database.connection() as { url: string };
      const host = await new DataSource({
        type: 'postgres',
        url,
        extra: { options: `-c ${setting}=300` },
        // The last of them ends the connection.
        poolErrorHandler: () => undefined,
      }).initialize();
      try {
        const core = await createCore({ dataSource: host, keys: TEST_KEYS });
        const { id } = await test.core.employees.create(test.company, newEmployee());
        await test.core.transaction(async (manager) => {
          await test.core.employees.update(test.company, id, { name: 'Held' }, { manager });
          const error = await refusal(core.employees.update(test.company, id, { name: 'Waits' }));
          expect(error).to.include({ code: 'took_too_long' });
        });
        const { name } = await core.employees.update(test.company, id, { name: 'Free' });
        expect(name).to.equal('Free');
      } finally {
        await host.destroy();
      }
    });
  }

  const stricter: [string, object][] = [
    ['a role whose default is SERIALIZABLE', { extra: { options: '-c default_transaction_isolation=serializable' } }],
    [
      'a role whose default is REPEATABLE READ',
      { extra: { options: '-c default_transaction_isolation=repeatable\\ read' } },
    ],
    ["a DataSource with TypeORM's isolationLevel", { isolationLevel: 'SERIALIZABLE' }],
  ];
  for (const [whose, options] of stricter) {
    it(`writes at READ COMMITTED over ${whose}: what comes second sees what came first`, async () => {
      const { url } = test.database.connection() as { url: string };
      const host = await new DataSource({ type: 'postgres', url, poolSize: 10, ...options }).initialize();
      try {
        const core = await createCore({ dataSource: host, keys: TEST_KEYS });
        const { id } = await core.employees.create(test.company, newEmployee());
        const attempts = Array.from({ length: 8 }, () => core.attendance.punchIn(test.company, id));
        const punches = await Promise.allSettled(attempts);
        const refused = punches.flatMap((punch) => (punch.status === 'rejected' ? [punch.reason.code] : []));
        expect(refused).to.deep.equal(Array.from({ length: 7 }, () => 'already_in'));
        const names = ['One', 'Two', 'Three', 'Four'];
        await Promise.all(names.map((name) => core.employees.update(test.company, id, { name })));
        expect(names).to.include((await core.employees.get(test.company, id)).name);
        await core.close();
      } finally {
        await host.destroy();
      }
    });
  }
});
