import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ABILITY_NAMES, createCore, type ExternalIdKind, systemActor } from '@shaon/core';
import { createV1Routes } from '@shaon/http-koa';
import { listen, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import Koa from 'koa';
import mount from 'koa-mount';
import {
  type Ended,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  settingsFor,
  shaon,
  TEST_KEYS,
} from './running-shaon.ts';

const SAMPLE = fileURLToPath(new URL('../../../../examples/import-sample', import.meta.url));
const GENERATOR = fileURLToPath(new URL('../../../../bench/generate-import.mjs', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../dist/host/cli.js', import.meta.url));
/** The word of the import for each kind of keys. */
const KINDS: Readonly<Record<ExternalIdKind, string>> = {
  ...{ department: 'departments', branch: 'branches', shift: 'shifts' },
  ...{ employee: 'employees', leave: 'leave', attendance: 'attendance' },
};
const PERSON = 'external_id,name,id_number,email,phone,salary_type,hourly_rate';

onEachDatabase('shaon import', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());
  const run = (...args: string[]): Promise<Ended> =>
    shaon(['import', ...args], settingsFor(database.connection(), folder.path));
  const open = () => createCore({ database: database.connection(), keys: TEST_KEYS, withoutEvents: true });

  const EMPLOYEE =
    'external_id,name,id_number,email,phone,salary_type,hourly_rate\nE-1,Noa,123456782,noa@labelled.example,050-123-4567,hourly,50\n';
  const LEAVE = 'external_id,employee_external_id,date,type\nL-1,E-1,2026-06-10,Holiday\n';

  /** A folder of CSV files, each given as its whole text. */
  function source(name: string, files: Readonly<Record<string, string>>): string {
    const path = join(folder.path, name);
    mkdirSync(path, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, `${file}.csv`), text);
    return path;
  }

  it('makes the sample company, which its own token reads and no other does', async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    const ended = await run(join(SAMPLE, 'csv'));
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('employees: 5 new').and.to.contain('attendance: 9 new');
    expect(ended.stderr).to.match(/attendance\.csv: 9 rows, \d+ rows\/s/);

    const core = await open();
    const listening = await listen(
      new Koa().use(mount('/api/v1', createV1Routes(core, { baseUrl: 'https://hr.example/api/v1' }))).callback(),
    );
    try {
      const imported = systemActor(Number(/company (\d+)/.exec(ended.stdout)?.[1]));
      const other = systemActor((await core.companies.create({ name: 'Other' })).id);
      const read = async (of: typeof imported, path: string) => {
        const { token } = await core.tokens.issue(of, { name: 'test', abilities: [...ABILITY_NAMES] });
        const response = await fetch(`${listening.url}/api/v1${path}`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(response.status).to.equal(200);
        return ((await response.json()) as { data: Record<string, unknown>[] }).data;
      };
      const people = await read(imported, '/employees');
      expect(people.map(({ name }) => name)).to.include.members([
        'נועה לוי',
        'محمد خوري',
        'Ольга Петрова',
        'Daniel "Dan" Cohen',
      ]);
      const days = await read(imported, '/attendance');
      expect(days).to.have.length(9);
      // The night in which summer time began, and the one in which it ended.
      expect(days.map(({ check_in, check_out }) => [check_in, check_out])).to.deep.include.members([
        ['2026-03-26T22:00:00+02:00', '2026-03-27T06:00:00+03:00'],
        ['2025-10-25T22:00:00+03:00', '2025-10-26T06:00:00+02:00'],
      ]);
      expect(await read(imported, '/leave')).to.have.length(4);
      expect(await read(other, '/attendance')).to.deep.equal([]);
      expect(await read(other, '/employees')).to.deep.equal([]);
    } finally {
      await listening.close();
      await core.close();
    }
  });

  it('gives a new company absence types where its rows name none, and tells the way to its first admin', async () => {
    const bare = await run(source('bare', { company: 'name\nBare\n', departments: 'external_id,name\n' }));
    expect(bare.code, bare.stderr).to.equal(0);
    const id = Number(/company (\d+)/.exec(bare.stdout)?.[1]);
    expect(bare.stdout).to.contain(`shaon admin invite --company ${id} `);
    const again = await run(source('bare', {}), '--company', String(id));
    expect(again.stdout, again.stderr).to.contain('imported').and.not.contain('admin invite');
    const labels = { company: 'name\nLabelled\n', employees: EMPLOYEE, leave: LEAVE };
    const labelled = Number(/company (\d+)/.exec((await run(source('labelled', labels))).stdout)?.[1]);
    const core = await open();
    try {
      const of = async (company: number) => core.absenceTypes.list(systemActor(company));
      expect((await of(id)).map(({ label }) => label)).to.include.members(['חופש', 'מחלה']);
      expect((await of(labelled)).map(({ label }) => label)).to.deep.equal(['Holiday']);
    } finally {
      await core.close();
    }
  });

  it('writes nothing when the sample comes again', async () => {
    const ended = await run(join(SAMPLE, 'csv'), '--company', 'מאפיית הגליל');
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('attendance: 0 new, 0 changed, 9 unchanged, 0 refused');
    expect((await run(join(SAMPLE, 'csv'))).stderr).to.contain(
      'exists already (id 1): to import into it, name it by its id.',
    );
  });

  it('makes a company of the same rows from JSON', async () => {
    const ended = await run(join(SAMPLE, 'company.json'));
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('employees: 5 new').and.to.contain('attendance: 9 new');
  });

  it('reads a byte order mark, CRLF, quotes, line breaks in cells and Hebrew', async () => {
    const path = source('windows', {
      company: '\uFEFFname,zone\r\n"בית קפה ""הפינה""",Asia/Jerusalem\r\n',
      departments: '\uFEFFexternal_id,name\r\nD1,"מטבח, ומאפה"\r\n\r\n',
      branches: 'external_id,name,address\r\nB1,סניף,"רחוב א 1\nקומה 2"\r\n',
    });
    const ended = await run(path);
    // A line break in an address is a control character (D:W21): named at its row, so it was read as one cell.
    expect(ended.code).to.equal(1);
    expect(ended.stdout).to.match(/^branches\.csv, line \d, address: /m);
    writeFileSync(join(path, 'branches.csv'), 'external_id,name,address\r\nB1,סניף,"רחוב א 1, קומה 2"\r\n');
    const mended = await run(path);
    expect(mended.code, mended.stderr).to.equal(0);
    const core = await open();
    try {
      const company = systemActor(Number(/company (\d+)/.exec(mended.stdout)?.[1]));
      expect((await core.companies.get(company)).name).to.equal('בית קפה "הפינה"');
      expect((await core.organization.departments(company))[0]?.name).to.equal('מטבח, ומאפה');
      expect((await core.organization.branches(company))[0]?.address).to.equal('רחוב א 1, קומה 2');
    } finally {
      await core.close();
    }
  });

  it('reads past the empty columns that a spreadsheet adds at the end, and tells of them', async () => {
    const path = source('columns', {
      company: 'name,timezone\nColumns,Europe/London\n',
      departments: 'external_id,name,,\nD-1,Ovens,,\n',
    });
    const ended = await run(path);
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout)
      .to.include('departments.csv: not read: column 3, column 4\n')
      .and.include('departments: 1 new');
    expect(ended.stderr).to.match(/departments\.csv: 1 row, \d+ rows\/s/);
    expect(ended.stdout).to.include('company: not read: timezone\n');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('names the file and the field of what is wrong with a new company', async () => {
    const folder = source('no-company', { company: 'name,zone,locale\nX,Asia/Tel_Avv,xx\n' });
    const document = join(folder, 'company.json');
    writeFileSync(document, JSON.stringify({ company: { name: '' } }));
    for (const [path, lines] of [
      [folder, ['company.csv, zone: The zone field must be', 'company.csv, locale: The selected locale']],
      [document, ['company.json, company, name: The name field is required.']],
    ] as const) {
      const ended = await run(path);
      expect(ended.code).to.equal(1);
      for (const line of lines) expect(ended.stderr).to.include(line);
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('names each error with its file and line, no ID number or salary, and leaves nothing behind', async () => {
    const path = source('bad', {
      company: 'name\nBad\n',
      employees: `${PERSON}\nE1,דנה,123456789,dana@bad.test,050-1234567,hourly,41.987654\n`,
      attendance: 'external_id,employee_external_id,date,check_in\nA1,E9,2026-02-30,08:00\n',
    });
    const ended = await run(path);
    expect(ended.code).to.equal(1);
    for (const place of [
      'employees.csv, line 2, id_number',
      'employees.csv, line 2, hourly_rate',
      'attendance.csv, line 2, date',
    ]) {
      expect(ended.stdout).to.contain(place);
    }
    expect(ended.stdout + ended.stderr).not.to.match(/123456789|41\.98/);
    expect((await run(path, '--company', 'Bad')).stderr).to.contain('There is no company named Bad');
    expect((await run(path, '--company', '999999')).stderr).to.contain('There is no company with the id 999999');
    expect((await run(path, '--dry-run')).stdout).to.contain('nothing was written');
    const partial = await run(path, '--partial');
    expect(partial.code).to.equal(1);
    expect(partial.stdout).to.contain('imported as company').and.to.contain('employees: 0 new');
  });

  const UNREADABLE: readonly [title: string, file: string, content: string | Buffer, told: string][] = [
    ['a quote that is never closed', 'departments.csv', 'external_id,name\nD1,"A\n', 'never closed'],
    ['a cell too many', 'departments.csv', 'external_id,name\nD1,A\nD2,B,C\n', 'departments.csv, line 3'],
    ['no external_id column', 'departments.csv', 'id,name\nD1,A\n', 'external_id is missing'],
    [
      'another encoding',
      'departments.csv',
      Buffer.from([...Buffer.from('external_id,name\nD1,'), 0xf9, 0xec, 0x0a]),
      'not in UTF-8',
    ],
    ['a company without its row', 'company.csv', 'name\n', "must have one row, the company's; it has 0."],
    ['a misspelt file', 'employes.csv', 'external_id\n', 'employes.csv is not one of'],
    [
      'broken JSON',
      'x.json',
      '{"departments": [\n{"external_id": "D1"},\n{"name": \n]}',
      'x.json, line 4: this is not valid JSON',
    ],
    ['JSON that ends early', 'x.json', '{"departments": [\n', 'not valid JSON'],
    ['an unknown member', 'x.json', '{\n"employes": []}', 'x.json, line 2: the member "employes" is not one of'],
    [
      'a member that stands twice',
      'x.json',
      '{"leave": [],\n"leave": []}',
      'x.json, line 2: the member "leave" stands twice',
    ],
    [
      'a member that stands twice in a row',
      'x.json',
      '{"departments": [\n{"external_id": "D1", "name": "A"},\n{"external_id": "D2", "name": "B",\n"name": "C"}]}',
      'x.json, line 4: the member "name" stands twice',
    ],
    [
      'a member that stands twice, once escaped, deep in a row',
      'x.json',
      '{"attendance": [{"external_id": "A1", "breaks": [{"from": "1"},\n{"from": "1", "fr\\u006fm": "2"}]}]}',
      'x.json, line 2: the member "from" stands twice',
    ],
    ['a file without a header', 'departments.csv', '', 'departments.csv, line 1: the header line is missing'],
    ['a list without its object', 'x.json', '[{"departments": []}]', 'x.json, line 1: the document is one object with'],
    ['a document that is null', 'x.json', '\nnull\n', 'x.json, line 2: the document is one object with'],
    [
      'rows by their keys',
      'x.json',
      '{"departments":\n{"D1": {"external_id": "D1", "name": "A"}}}',
      'x.json, line 2: departments is a list of objects',
    ],
    ['null for a list', 'x.json', '{"leave": null}', 'x.json, line 1: leave is a list of objects'],
    ['a row that is no object', 'x.json', '{"departments": [\n7]}', 'x.json, line 2: departments is a list of objects'],
  ];
  for (const [index, [title, file, content, told]] of UNREADABLE.entries()) {
    it(`refuses ${title}`, async () => {
      const path = join(folder.path, `unreadable-${index}`);
      mkdirSync(path);
      writeFileSync(join(path, file), content);
      const core = await open();
      const { id } = await core.companies.create({ name: `Unreadable ${index}` });
      await core.close();
      const ended = await run(file.endsWith('.json') ? join(path, file) : path, '--company', String(id));
      expect(ended.code).to.equal(1);
      expect(ended.stderr).to.contain(told);
    });
  }

  it('says of what has no rows that there are none', async () => {
    const empty = source('empty', { company: 'name\nEmpty\n', departments: 'external_id,name\n' });
    const header = await run(empty);
    expect(header.code, header.stderr).to.equal(0);
    expect(header.stdout).to.contain('departments: 0 new, 0 changed, 0 unchanged, 0 refused');
    const nothing = join(folder.path, 'nothing.json');
    writeFileSync(nothing, '{}');
    const ended = await run(nothing, '--company', 'Empty');
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('The source holds no list of rows.');
  });

  it('takes the same name in different objects of one row', async () => {
    const path = join(folder.path, 'names.json');
    writeFileSync(
      path,
      '{"company": {"name": "Names"}, "departments": [{"external_id": "D1", "name": "name"}, {"name": "B", "external_id": "D2"}]}',
    );
    const ended = await run(path);
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('departments: 2 new');
  });

  it('names the line of a row in JSON', async () => {
    const path = join(folder.path, 'lines.json');
    const document = JSON.parse(readFileSync(join(SAMPLE, 'company.json'), 'utf8')) as Record<string, unknown>;
    writeFileSync(
      path,
      `{\n"company": ${JSON.stringify(document.company)},\n"departments": [\n{"external_id": "D1",\n"name": "A"},\n{"external_id": "D2",\n"name": ""}\n]}`,
    );
    expect((await run(path, '--company', 'Bad')).stdout).to.contain('lines.json, line 6, name');
  });

  describe('--ids', () => {
    const idsIn = (name: string) => join(folder.path, name);

    /** The ids of a file are those that the services know, of each kind. */
    async function expectIds(rows: readonly Record<string, unknown>[], companyId: number): Promise<void> {
      const core = await open();
      try {
        const known: string[] = [];
        for (const [kind, rowKind] of Object.entries(KINDS) as [ExternalIdKind, string][]) {
          const { items } = await core.externalIds.list(systemActor(companyId), kind);
          known.push(...items.map(({ id, externalId }) => `${rowKind} ${externalId} ${id}`));
        }
        const told = rows.map(({ kind, external_id, id }) => `${kind} ${external_id} ${id}`);
        expect(told.sort()).to.deep.equal(known.sort());
      } finally {
        await core.close();
      }
    }

    it('tells the ids of a JSON source as CSV, and of a CSV source as JSON lines', async () => {
      const document = JSON.parse(readFileSync(join(SAMPLE, 'company.json'), 'utf8')) as Record<string, object>;
      const path = idsIn('document.json');
      writeFileSync(path, JSON.stringify({ ...document, company: { name: 'Ids' }, employees: [], attendance: [] }));
      const first = await run(path, '--partial', '--ids', idsIn('first.csv'));
      const companyId = Number(/company (\d+)/.exec(first.stdout)?.[1]);
      const rows = parse(readFileSync(idsIn('first.csv'), 'utf8'), { columns: true }) as Record<string, string>[];
      expect(Object.keys(rows[0] as object)).to.deep.equal(['kind', 'external_id', 'id', 'outcome']);
      expect(new Set(rows.map(({ outcome }) => outcome))).to.deep.equal(new Set(['created']));
      await expectIds(rows, companyId);
      expect(statSync(idsIn('first.csv')).mode & 0o777).to.equal(0o600);

      const csv = await run(join(SAMPLE, 'csv'), '--company', 'מאפיית הגליל', '--ids', idsIn('second.jsonl'));
      expect(csv.code, csv.stderr).to.equal(0);
      const lines = readFileSync(idsIn('second.jsonl'), 'utf8').trimEnd().split('\n');
      const again = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(again[0]).to.have.all.keys('kind', 'external_id', 'id', 'outcome');
      expect(new Set(again.map(({ outcome }) => outcome))).to.deep.equal(new Set(['unchanged']));
      await expectIds(again, Number(/company (\d+)/.exec(csv.stdout)?.[1]));
    }).timeout(SEVERAL_PROCESSES_MS);

    it('tells what a partial import wrote; nothing is left of one that was refused', async () => {
      const path = source('half', {
        company: 'name\nHalf\n',
        departments: 'external_id,name\n"D-1, ""x""",Ovens\nD-2,\n',
      });
      const refused = await run(path, '--ids', idsIn('half.csv'));
      expect(refused.code).to.equal(1);
      expect(readdirSync(folder.path).filter((name) => name.startsWith('half.'))).to.deep.equal([]);
      const partial = await run(path, '--partial', '--ids', idsIn('half.csv'));
      expect(partial.code).to.equal(1);
      const rows = parse(readFileSync(idsIn('half.csv'), 'utf8'), { columns: true }) as Record<string, string>[];
      expect(rows.map(({ external_id, outcome }) => [external_id, outcome])).to.deep.equal([['D-1, "x"', 'created']]);
      await expectIds(rows, Number(/company (\d+)/.exec(partial.stdout)?.[1]));
      expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).to.deep.equal([]);
    }).timeout(SEVERAL_PROCESSES_MS);

    it('leaves nothing of an import that was stopped by Ctrl-C', async function () {
      this.timeout(SEVERAL_PROCESSES_MS);
      const rows = Array.from({ length: 60_000 }, (_, index) => `D-${index},Ovens ${index}\n`);
      const path = source('stopped', {
        company: 'name\nStopped\n',
        departments: `external_id,name\n${rows.join('')}`,
      });
      const importing = spawn(process.execPath, [COMMAND, 'import', path, '--ids', idsIn('stopped.csv')], {
        env: { PATH: process.env.PATH ?? '', ...settingsFor(database.connection(), folder.path) },
        stdio: 'ignore',
      });
      const ended = once(importing, 'close');
      const parts = () => readdirSync(folder.path).filter((name) => name.startsWith('stopped.csv'));
      const isWriting = () => parts().some((name) => statSync(idsIn(name)).size > 1_000);
      while (importing.exitCode === null && !isWriting()) await setTimeout(20);
      importing.kill('SIGINT');
      expect((await ended)[0]).to.equal(130);
      expect(parts()).to.deep.equal([]);
      expect((await run(path, '--company', 'Stopped')).stderr).to.contain('There is no company named Stopped');
    });

    it('refuses a file that is there, one of another kind, a folder that is not, and a dry run', async () => {
      const path = source('none', { company: 'name\nNone\n' });
      writeFileSync(idsIn('there.csv'), 'precious');
      for (const [args, told] of [
        [['--ids', idsIn('there.csv')], 'Name another file'],
        [['--ids', idsIn('ids.xlsx')], 'ends in .csv or in .jsonl'],
        [['--ids', idsIn('nowhere/ids.csv')], 'Cannot open'],
        [['--ids', idsIn('ids.csv'), '--dry-run'], 'cannot be used with'],
      ] as const) {
        const ended = await run(path, ...args);
        expect(ended.code, told).not.to.equal(0);
        expect(ended.stderr).to.contain(told);
      }
      expect(readFileSync(idsIn('there.csv'), 'utf8')).to.equal('precious');
      expect((await run(path, '--company', 'None')).stderr).to.contain('There is no company named None');
    }).timeout(SEVERAL_PROCESSES_MS);
  });

  it('reads 20,000 days within 256 MB', async function () {
    this.timeout(SEVERAL_PROCESSES_MS);
    if (process.platform !== 'linux') return this.skip();
    const path = join(folder.path, 'many');
    const made = spawn(process.execPath, [GENERATOR, path, '20000', '500'], { stdio: 'ignore' });
    expect((await once(made, 'close'))[0]).to.equal(0);
    const importing = spawn(process.execPath, [COMMAND, 'import', path], {
      env: { PATH: process.env.PATH ?? '', ...settingsFor(database.connection(), folder.path) },
      stdio: 'ignore',
    });
    let highest = 0;
    const watch = setInterval(() => {
      highest = Math.max(highest, peakMegabytes(importing.pid));
    }, 100);
    const [code] = await once(importing, 'close');
    clearInterval(watch);
    expect(code).to.equal(0);
    expect(highest).to.be.within(20, 256);
  });
});

/** The most memory that a process has had (VmHWM), 0 once it has ended. */
function peakMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
