import { createV1Routes } from '@shaon/http-koa';
import { type Listening, listen, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import mount from 'koa-mount';
import { BASE_URL, newEmployee, withApi } from '../support.ts';

/** What a status or an absence may be called, and what JSON has to write in another way. */
const WORDS = [
  'approved',
  'it said "~~~~~~~~~~~~~~":1735711207919, twice',
  '~~~~~~~~~~~~~~',
  '~'.repeat(64),
  '~~~~~~~~~~~~~~":1735711207919',
  'back\\slash and \t a tab',
  'line\u2028end, \u0001 and \u007f',
  'חופשה "ארוכה" 🌴',
];
const HOUR = 3_600_000;
const WINTER = Date.UTC(2026, 0, 5, 6);

/** In and out: both, one, none; in summer time, and as it begins and ends. */
const TIMES: readonly (readonly [number | null, number | null])[] = [
  [WINTER, WINTER + 9 * HOUR],
  [WINTER + 999, null],
  [null, null],
  [null, WINTER],
  [Date.UTC(2026, 5, 1, 5), Date.UTC(2026, 5, 1, 14)],
  [Date.UTC(2026, 2, 27, 0), Date.UTC(2026, 9, 25, 0, 30)],
];
const DEGREES = [32.0853, -0.1, 0, 0.1 + 0.2, 1 / 3, -89.99999999999999, 5e-324, 90];

withApi('the pages of attendance that core writes as JSON', (test) => {
  let plain: Listening;
  let department: number;
  let people: number[];

  before(async () => {
    const { core, company } = test;
    // Nobody can know that this list is core's own.
    const list: typeof core.attendance.list = (...asked) => core.attendance.list(...asked);
    const services = { ...core, attendance: { ...core.attendance, list } };
    const routes = createV1Routes(services, { baseUrl: BASE_URL, limitPerMinute: 1_000_000 });
    plain = await listen(new Koa().use(mount('/api/v1', routes)).callback());
    department = (await core.organization.createDepartment(company, { name: 'Kitchen' })).id;
    people = [];
    for (let person = 0; person < 6; person++) {
      const unit = person % 2 === 0 ? { department_id: department } : {};
      people.push((await core.employees.create(company, { ...newEmployee(), ...unit })).id);
    }
    for (const employee of people) {
      for (let day = 1; day <= 12; day++) {
        const date = `2026-01-${String(day + 2).padStart(2, '0')}`;
        const punches = [{ kind: 'in' as const, at: new Date(`${date}T08:00:00+02:00`) }];
        await core.attendance.correct(company, employee, date, { punches, note: 'made' });
      }
    }
    await fillWithEverything();
  });
  after(() => plain?.close());

  const change = (text: string, values: readonly (string | number | null | Date | boolean)[]) =>
    test.core.extension.database.writeAllCompanies('test', {}, (all) => all.run(rawSql(text), values));
  const stored = (ms: number | null) => (ms === null ? null : new Date(ms));

  /** Every word, time and coordinate stands in some day, each beside others than before. */
  async function fillWithEverything(): Promise<void> {
    const { items } = await test.core.attendance.list(test.company, {}, { page: 1, per_page: 200 });
    for (const [index, { id }] of items.entries()) {
      const [checkIn, checkOut] = TIMES[index % TIMES.length] as (typeof TIMES)[number];
      const [lat, lng] = [DEGREES[index % 8] as number, DEGREES[(index * 3 + 1) % 8] as number];
      const isLocated = index % 5 !== 0;
      await change(
        `UPDATE shaon_attendance SET status = $2, absence_type = $3, check_in = $4, check_out = $5, is_approved = $6,
          check_in_lat = $7, check_in_lng = $8, check_in_accuracy_meters = $9, check_out_lat = $10, check_out_lng = $11
          WHERE id = $1`,
        [
          id,
          WORDS[index % WORDS.length] as string,
          index % 3 === 0 ? (WORDS[(index + 2) % WORDS.length] as string) : null,
          stored(checkIn),
          stored(checkOut),
          index % WORDS.length === 0 || index % 2 === 0,
          isLocated ? lat : null,
          isLocated && index % 11 !== 0 ? lng : null,
          isLocated && index % 4 !== 0 ? index : null,
          index % 7 === 0 ? lng : null,
          index % 7 === 0 ? lat : null,
        ],
      );
    }
  }

  /** The answer, and what its row of the audit says, from either of the two. */
  async function ask(url: string, path: string, token: string) {
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
    const text = await response.text();
    const id = response.headers.get('x-request-id');
    const rows = await test.core.extension.database
      .allCompanies()
      .run(rawSql('SELECT detail, status, route, query FROM shaon_audit WHERE request_id = $1'), [id]);
    return { status: response.status, type: response.headers.get('content-type'), text, rows };
  }

  const QUERIES = () => [
    '',
    '?per_page=7',
    '?per_page=7&page=4',
    '?per_page=200',
    '?per_page=7&page=11',
    '?page=99',
    '?date_from=2026-01-05&date_to=2026-01-07',
    '?date_from=2026-01-07&date_to=2026-01-05',
    `?department_id=${department}&per_page=5&page=2`,
    `?employee_id=${people[1]}`,
    `?employee_id=${people[1]}&per_page=5&page=3`,
    `?status=${encodeURIComponent(WORDS[1] as string)}`,
    '?status=none&colour=red',
    '?page=0',
  ];
  const ABILITIES = [['attendance:read'], ['attendance:read', 'attendance:location:read']] as const;

  for (const abilities of ABILITIES) {
    it(`say what the records say, with ${abilities.join(' and ')}`, async () => {
      const token = await test.newToken(abilities);
      for (const query of QUERIES()) {
        const written = await ask(test.url, `/attendance${query}`, token);
        const made = await ask(`${plain.url}/api/v1`, `/attendance${query}`, token);
        const { text, ...rest } = made;
        expect({ ...written, text: JSON.parse(written.text) }, query).to.deep.equal({
          ...rest,
          text: JSON.parse(text),
        });
        expect(written.rows, query).to.have.length(1);
        if (abilities.length === 1) expect(memberNames(written.text), query).to.equal(memberNames(text));
      }
    });
  }

  it('leave what they cannot write to the records: instants of twelve digits, and none', async () => {
    const { items } = await test.core.attendance.list(test.company, {}, { page: 2, per_page: 10 });
    const first = items[0] as (typeof items)[number];
    for (const ms of [999_999_999_999, 0, -1, -62_135_596_800_000 + 365 * 24 * HOUR, 10_000_000_000_000]) {
      await change('UPDATE shaon_attendance SET check_in = $2, check_out = $2 WHERE id = $1', [first.id, new Date(ms)]);
      const written = await ask(test.url, '/attendance?per_page=10&page=2', test.token);
      const made = await ask(`${plain.url}/api/v1`, '/attendance?per_page=10&page=2', test.token);
      expect(written.text, String(ms)).to.equal(made.text);
      expect(written.status, String(ms)).to.equal(200);
    }
  });
});

/** The names of the members in their order, whatever JSON calls their values. */
function memberNames(text: string): string {
  const names: string[] = [];
  JSON.parse(text, (name, value: unknown) => {
    names.push(name);
    return value;
  });
  return names.join();
}
