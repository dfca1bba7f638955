import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ABILITY_NAMES,
  type Core,
  createCore,
  generateKey,
  migrateCore,
  type SystemActor,
  systemActor,
} from '@shaon/core';
import { v1RequestListener } from '@shaon/http-koa';
import { type Listening, listen, newEmployee, onEachDatabase, TestClock } from '@shaon/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { run, start } from './running-program.ts';

onEachDatabase('examples/recipes that read', { migrate: migrateCore }, (database) => {
  const clock = new TestClock('2026-11-02T08:00:00Z');
  let core: Core;
  let company: SystemActor;
  let listening: Listening;
  let folder: string;
  let environment: Record<string, string>;
  /** For a program that reads the database. */
  let beside: Record<string, string>;
  /** Paths with their queries, in order; what `isHeld` names is not answered. */
  let asked: string[];
  let isHeld: (path: string) => boolean;

  before(async () => {
    const connection = database.connection();
    const keys = generateKey();
    const url = connection.type === 'sqlite' ? `sqlite:${connection.path}` : connection.url;
    beside = { DATABASE_URL: url, SHAON_KEYS: keys };
    core = await createCore({ database: connection, keys, clock });
    let v1: ReturnType<typeof v1RequestListener> = () => undefined;
    listening = await listen((request, response) => {
      const path = pathOf(request);
      asked.push(path);
      if (isHeld(path)) return;
      request.url = path;
      v1(request, response);
    });
    v1 = v1RequestListener(core, { baseUrl: `${listening.url}/api/v1`, limitPerMinute: 10_000 });
    folder = mkdtempSync(join(tmpdir(), 'shaon-recipes-'));
  });
  beforeEach('a company of its own', async () => {
    asked = [];
    isHeld = () => false;
    clock.set('2026-11-02T08:00:00Z');
    company = systemActor((await core.companies.create({ name: 'Bakery' })).id);
    const { token } = await core.tokens.issue(company, { name: 'Recipes', abilities: [...ABILITY_NAMES] });
    environment = { SHAON_URL: `${listening.url}/api/v1`, SHAON_TOKEN: token };
  });
  after(async () => {
    await listening?.close();
    await core?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  const hire = async (name: string) => (await core.employees.create(company, newEmployee({ name }))).id;
  const punch = async (kind: 'punchIn' | 'punchOut', employeeId: number, at: string | Date) => {
    await core.attendance[kind](company, employeeId, { at: new Date(at) });
  };

  it('add up a month of hours', async () => {
    const dana = await hire('Dana');
    const omar = await hire('Omar');
    await punch('punchIn', dana, '2026-10-05T09:00:00+03:00');
    await punch('punchOut', dana, '2026-10-05T12:00:00+03:00');
    await punch('punchIn', dana, '2026-10-05T12:30:00+03:00');
    await punch('punchOut', dana, '2026-10-05T17:00:00+03:00');
    for (const day of ['06', '07', '08']) {
      await punch('punchIn', dana, `2026-10-${day}T08:00:40+03:00`);
      await punch('punchOut', dana, `2026-10-${day}T16:00:35+03:00`);
    }
    // The night when clocks go back has an hour more.
    await punch('punchIn', dana, '2026-10-24T22:00:00+03:00');
    await punch('punchOut', dana, '2026-10-25T06:00:00+02:00');
    await punch('punchIn', omar, '2026-10-31T09:00:00+02:00');
    await punch('punchIn', dana, '2026-11-01T09:00:00+02:00');
    await core.attendance.breakStart(company, omar, { at: new Date('2026-10-31T12:00:00+02:00') });
    await core.attendance.breakEnd(company, omar, { at: new Date('2026-10-31T12:20:00+02:00') });
    expect(await run('month-of-hours', ['2026-10'], { ...beside, SHAON_COMPANY: `${company.companyId}` })).to.equal(
      [
        'employee\tname\thours\tbreaks\tdays\tdays that lack a punch',
        `${dana}\tDana\t40:27\t0:00\t5\t0`,
        `${omar}\tOmar\t3:00\t0:20\t1\t1`,
        '',
      ].join('\n'),
    );
  });

  it('tell of new hires since the last run, each once', async () => {
    const file = join(folder, `known-${company.companyId}.json`);
    const hires = () => run('new-hires', [file], environment);
    await hire('Dana');
    expect(await hires(), 'the first run only remembers').to.equal('');
    expect(await hires()).to.equal('');
    const omar = await hire('Omar');
    const noa = await hire('Noa');
    expect((await hires()).split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))).to.deep.equal([
      `${omar} Omar`,
      `${noa} Noa`,
      '',
    ]);
    expect(await hires()).to.equal('');
  });

  it('tell of the first hire of an empty company', async () => {
    const file = join(folder, `known-${company.companyId}.json`);
    expect(await run('new-hires', [file], environment)).to.equal('');
    const id = await hire('Dana');
    expect(await run('new-hires', [file], environment)).to.match(new RegExp(`^${id}\tDana\t`));
  });

  it('tell who is in now', async () => {
    const now = new Date();
    clock.set(now);
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    const [dana, omar, noa, ziv] = [await hire('Dana'), await hire('Omar'), await hire('Noa'), await hire('Ziv')];
    const forgetful = await hire('Forgetful');
    await punch('punchIn', dana, ago(3));
    await punch('punchOut', dana, ago(2));
    await punch('punchIn', dana, ago(1.5));
    await punch('punchIn', omar, ago(3));
    await punch('punchOut', omar, ago(0.5));
    await punch('punchIn', ziv, ago(30));
    await core.attendance.breakStart(company, ziv, { at: ago(22) });
    await core.attendance.breakEnd(company, ziv, { at: ago(21) });
    await punch('punchIn', forgetful, ago(49));
    expect(noa).to.be.a('number');
    const [line, ...more] = (await run('who-is-in', [], environment)).trimEnd().split('\n');
    expect(line).to.match(new RegExp(`^${dana}\tDana\tsince ${ago(3).toISOString().slice(0, 4)}`));
    expect(more, 'back from a break').to.have.lengthOf(1);
    expect(more[0]).to.match(new RegExp(`^${ziv}\tZiv\tsince .*, unless the punch out was forgotten$`));
  });

  it('copy a month, and after kill -9 go on where they were', async () => {
    const people: number[] = [];
    for (const name of ['Dana', 'Omar', 'Noa']) people.push(await hire(name));
    for (const day of ['01', '02', '03', '04', '05', '06'])
      for (const id of people) {
        await punch('punchIn', id, `2026-10-${day}T08:00:00+03:00`);
        await punch('punchOut', id, `2026-10-${day}T16:00:00+03:00`);
      }
    const copy = join(folder, `copy-${company.companyId}.sqlite`);
    const rows = () => {
      const database = new Database(copy, { readonly: true });
      const counts = database.prepare('SELECT kind, count(*) FROM record GROUP BY kind ORDER BY kind').raw().all();
      database.close();
      return Object.fromEntries(counts as [string, number][]);
    };

    isHeld = (path) => path.startsWith('/attendance') && path.includes('date_from=2026-10-04');
    const first = await start('full-sync', ['2026-10', copy], environment);
    await first.printed('attendance 2026-10-03');
    const end = Date.now() + 20_000;
    while (!asked.some(isHeld) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    first.kill('SIGKILL');
    expect(await first.ended).to.equal(null);
    expect(rows()).to.deep.equal({ attendance: 9, employees: 3 });

    isHeld = () => false;
    asked = [];
    const output = await run('full-sync', ['2026-10', copy], environment);
    expect(output.split('\n')[0], 'nothing that was done is read again').to.equal('attendance 2026-10-04');
    expect(asked[0]).to.include('date_from=2026-10-04');
    expect(output.trimEnd().split('\n').at(-1)).to.equal('21 records');
    expect(rows()).to.deep.equal({ attendance: 18, employees: 3 });

    asked = [];
    await run('full-sync', ['2026-10', copy], environment);
    expect(asked[0], 'a complete run begins anew').to.equal('/departments');
  });

  it('run as the README says', async () => {
    const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, block = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
    const command = block
      .replace('http://127.0.0.1:8080/api/v1', environment.SHAON_URL ?? '')
      .replace('$(cat ../../data/demo/token)', environment.SHAON_TOKEN ?? '')
      .replace('sqlite:../../data/shaon.sqlite', beside.DATABASE_URL ?? '')
      .replace('$(cat ../../data/keys)', beside.SHAON_KEYS ?? '')
      .replace('known-employees.json', join(folder, 'known.json'))
      .replace('shaon-copy.sqlite', join(folder, 'copy.sqlite'));
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd });
    expect(stdout).to.match(/^employee\tname\thours\tbreaks\t.*\n(?:.*\n)*0 records\n$/);
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    for (const name of Object.keys(scripts)) expect(page).to.include(`| \`${name}\` |`);
  });

  it('say what is missing', async () => {
    expect(await (await start('month-of-hours', [], beside)).ended).to.equal(2);
    expect(await (await start('month-of-hours', ['2026-10'], {})).ended).to.equal(2);
    expect(await (await start('who-is-in', [], {})).ended).to.equal(2);
  });
});

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace('/api/v1', '');
}
