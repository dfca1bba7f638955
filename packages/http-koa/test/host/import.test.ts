import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    return sourceOf(name, Object.fromEntries(Object.entries(files).map(([file, text]) => [`${file}.csv`, text])));
  }

  /** A folder of files, each given as its whole content. */
  function sourceOf(name: string, files: Readonly<Record<string, string | Buffer>>): string {
    const path = join(folder.path, name);
    mkdirSync(path, { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
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
    const ended = await run(join(SAMPLE, 'json'));
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
    const csv = source('no-company', { company: 'name,zone,locale\nX,Asia/Tel_Avv,xx\n' });
    const json = sourceOf('no-name', { 'company.json': JSON.stringify({ name: '' }) });
    for (const [path, lines] of [
      [csv, ['company.csv, zone: The zone field must be', 'company.csv, locale: The selected locale']],
      [json, ['company.json, name: The name field is required.']],
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
    ['a second file of the same rows', 'departments.jsonl', '', 'has two files of departments'],
    [
      'broken JSON',
      'leave.jsonl',
      '{"external_id": "L1"}\n\n{"name": \n',
      'leave.jsonl, line 3: this is not valid JSON',
    ],
    ['JSON that ends early', 'leave.jsonl', '{"external_id": "L1"', 'leave.jsonl, line 1: this is not valid JSON'],
    [
      'a member that stands twice in a row',
      'leave.jsonl',
      '{"external_id": "L1", "type": "A"}\n{"external_id": "L2", "type": "B", "type": "C"}',
      'leave.jsonl, line 2: the member "type" stands twice',
    ],
    [
      'a member that stands twice, once escaped, deep in a row',
      'leave.jsonl',
      '{"external_id": "A\\"1", "breaks": [{"from": "1"}, {"from": "1", "fr\\u006fm": "2"}]}',
      'leave.jsonl, line 1: the member "from" stands twice',
    ],
    ['a company that stands twice', 'company.json', '{"name": "A", "name": "B"}', 'company.json: the member "name"'],
    ['a list of companies', 'company.json', '[{"name": "A"}]', 'company.json: this is not an object'],
    ['a list of rows', 'leave.jsonl', '[{"external_id": "L1"}]', 'leave.jsonl, line 1: this is not an object'],
    [
      'a row that is no object',
      'leave.jsonl',
      '{"external_id": "L1"}\n7\n',
      'leave.jsonl, line 2: this is not an object',
    ],
    ['a row of null', 'leave.jsonl', 'null\n', 'leave.jsonl, line 1: this is not an object'],
    [
      'values that are nested deeper than a comparison can follow',
      'leave.jsonl',
      `{"type":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      'leave.jsonl, line 1: values are nested too deep',
    ],
    [
      'a row of JSON of more than 4 MB',
      'leave.jsonl',
      `{"external_id":"L1"}\n{"type":"${'x'.repeat(5_000_000)}`,
      'leave.jsonl, line 2: the row is longer than 4 MB; perhaps a quote is opened and never closed.',
    ],
    [
      'a company of more than 4 MB',
      'company.json',
      `{"name":"${'x'.repeat(5_000_000)}"}`,
      'company.json: the company is longer than 4 MB',
    ],
    [
      'one JSON document',
      'employees.json',
      '{}',
      'employees.json is not one of company.csv, company.json, departments',
    ],
    ['a file without a header', 'departments.csv', '', 'departments.csv, line 1: the header line is missing'],
  ];
  for (const [index, [title, file, content, told]] of UNREADABLE.entries()) {
    it(`refuses ${title}`, async () => {
      const beside = file === 'departments.jsonl' ? { 'departments.csv': 'external_id,name\n' } : {};
      const path = sourceOf(`unreadable-${index}`, { ...beside, [file]: content });
      const core = await open();
      const { id } = await core.companies.create({ name: `Unreadable ${index}` });
      await core.close();
      const ended = await run(path, '--company', String(id));
      expect(ended.code).to.equal(1);
      expect(ended.stderr).to.contain(told);
    });
  }

  it('says of what has no rows that there are none', async () => {
    const empty = source('empty', { company: 'name\nEmpty\n', departments: 'external_id,name\n' });
    const header = await run(empty);
    expect(header.code, header.stderr).to.equal(0);
    expect(header.stdout).to.contain('departments: 0 new, 0 changed, 0 unchanged, 0 refused');
    const lines = await run(sourceOf('no-lines', { 'departments.jsonl': '\n \r\n' }), '--company', 'Empty');
    expect(lines.code, lines.stderr).to.equal(0);
    expect(lines.stdout).to.contain('departments: 0 new, 0 changed, 0 unchanged, 0 refused');
    const ended = await run(sourceOf('company-only', { 'company.json': '{"name": "Other"}' }), '--company', 'Empty');
    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stdout).to.contain('The source holds no rows.');
    expect((await run(sourceOf('nothing', {}))).stderr).to.contain('holds none of company.csv');
  });

  it('takes the same name in different objects of one row, and a mark of bytes only where it begins', async () => {
    const names = ['\ufeffx', 'x\ufeffy', '\\\ufeffz', '"{[', 'ﻼ'];
    const rows = names.map((name, index) => JSON.stringify({ external_id: `D${index}`, name: `n${name}` }));
    const ended = await run(
      sourceOf('names', {
        'company.json': '\ufeff{"name":\n"Names"}\n',
        'departments.jsonl': `\ufeff${rows.join('\r\n')}\n`,
        'shifts.jsonl':
          '{"name": "name", "external_id": "S1", "wage_percentage": 100, "more": [{"name": 1}, {"name": 2}]}',
      }),
    );
    expect(ended.code, ended.stderr + ended.stdout).to.equal(0);
    expect(ended.stdout).to.contain('departments: 5 new').and.contain('shifts: 1 new').and.contain('not read: more');
    const core = await open();
    try {
      const company = systemActor(Number(/company (\d+)/.exec(ended.stdout)?.[1]));
      const stored = (await core.organization.departments(company)).map(({ name }) => name);
      expect(stored).to.have.members(names.map((name) => `n${name}`));
    } finally {
      await core.close();
    }
  });

  it('names the line of a row in JSON', async () => {
    const path = sourceOf('lines', {
      'company.json': '{"name": "Lines"}',
      'departments.jsonl': '{"external_id": "D1", "name": "A"}\n\n{"external_id": "D2", "name": ""}\n',
    });
    expect((await run(path)).stdout).to.contain('departments.jsonl, line 3, name');
  });

  describe('--ids', () => {
    /** The printed ids are those that the services know, of each kind. */
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
    const idsOf = ({ stdout }: Ended) => parse(stdout, { columns: true }) as Record<string, string>[];
    const companyOf = ({ stderr }: Ended) => Number(/company (\d+)/.exec(stderr)?.[1]);

    it('prints the ids as CSV, and all else beside them', async () => {
      const sample = readFileSync(join(SAMPLE, 'csv', 'departments.csv'), 'utf8');
      const path = source('ids', { company: 'name\nIds\n', departments: sample });
      const first = await run(path, '--ids');
      expect(first.code, first.stderr).to.equal(0);
      const rows = idsOf(first);
      expect(Object.keys(rows[0] as object)).to.deep.equal(['kind', 'external_id', 'id', 'outcome']);
      expect(new Set(rows.map(({ outcome }) => outcome))).to.deep.equal(new Set(['created']));
      expect(first.stderr).to.contain('imported as company').and.contain('shaon admin invite');
      await expectIds(rows, companyOf(first));

      const again = await run(join(SAMPLE, 'csv'), '--company', 'מאפיית הגליל', '--ids', '--welcome');
      expect(again.code, again.stderr).to.equal(0);
      expect(again.stderr).to.contain('welcome messages wait');
      expect(new Set(idsOf(again).map(({ outcome }) => outcome))).to.deep.equal(new Set(['unchanged']));
      await expectIds(idsOf(again), companyOf(again));
    }).timeout(SEVERAL_PROCESSES_MS);

    it('prints what a partial import wrote, and nothing of one that was refused or only tried', async () => {
      const path = source('half', {
        company: 'name\nHalf\n',
        departments: 'external_id,name\n"D-1, ""x""",Ovens\nD-2,\n',
      });
      const refused = await run(path, '--ids');
      expect(refused).to.include({ code: 1, stdout: '' });
      expect(refused.stderr).to.contain('departments.csv, line 3, name');
      const partial = await run(path, '--partial', '--ids');
      expect(partial.code).to.equal(1);
      expect(idsOf(partial).map(({ external_id, outcome }) => [external_id, outcome])).to.deep.equal([
        ['D-1, "x"', 'created'],
      ]);
      await expectIds(idsOf(partial), companyOf(partial));
      expect((await run(path, '--ids', '--dry-run')).stderr).to.contain('cannot be used with');
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
