import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCore, systemActor } from '@shaon/core';
import { newEmployee, onEachDatabase, rawSql } from '@shaon/testing';
import { expect } from 'chai';
import {
  type Ended,
  makeDataFolder,
  migrateAll,
  SEVERAL_PROCESSES_MS,
  type Settings,
  settingsFor,
  shaon,
  shaonProcess,
  TEST_KEYS,
} from './running-shaon.ts';

const NEW_KEYS = `newer:${Buffer.alloc(32, 9).toString('base64')},${TEST_KEYS}`;

describe('each command of the built shaon', () => {
  it('loads, and shows how it is used', async () => {
    const { stdout } = await shaonProcess(['--help'], {});
    const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1] as string);
    expect(names).to.include.members(['serve', 'worker', 'migrate', 'import', 'doctor', 'audit']);
    for (const name of names.filter((one) => one !== 'help')) {
      const shown = await shaonProcess([name, '--help'], {});
      expect(shown, name).to.include({ code: 0, stderr: '' });
      expect(shown.stdout, name).to.match(new RegExp(`^Usage: shaon ${name} `));
    }
  }).timeout(SEVERAL_PROCESSES_MS);
});

onEachDatabase('the commands of shaon', { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  after(() => folder.remove());

  const run = (args: readonly string[], more: Settings = {}): Promise<Ended> =>
    shaon(args, settingsFor(database.connection(), folder.path, more));
  const open = (keys = TEST_KEYS) => createCore({ database: database.connection(), keys, withoutEvents: true });

  /** Copies audit rows until there are so many. */
  async function _fillAudit(rows: number): Promise<void> {
    const core = await open();
    try {
      const all = core.extension.database.allCompanies();
      await core.audit.commit({ kind: 'system', action: 'test', companyId: null, caller: null });
      const [one = {}] = await all.run(rawSql('SELECT * FROM "shaon_audit" LIMIT 1'));
      const columns = Object.keys(one)
        .filter((name) => name !== 'id')
        .join(', ');
      for (;;) {
        const [{ n } = { n: 0 }] = await all.run(rawSql('SELECT COUNT(*) AS n FROM "shaon_audit"'));
        if (Number(n) >= rows) return;
        await core.transaction((manager) =>
          manager.query(`INSERT INTO "shaon_audit" (${columns}) SELECT ${columns} FROM "shaon_audit"`),
        );
      }
    } finally {
      await core.close();
    }
  }

  it('names the version of its package', async () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    for (const option of ['--version', '-V']) {
      expect(await run([option]), option).to.include({ code: 0, stdout: `${version}\n` });
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('company create makes a company with its first admin, who sets a password by the link, once', async () => {
    const made = await run(
      ['company', 'create', '--name', 'Bakery', '--locale', 'en', '--admin-name', 'Noa', '--admin-email', 'noa@b.test'],
      { SHAON_BASE_URL: 'https://hr.example/api/v1/' },
    );
    expect(made.code, made.stderr).to.equal(0);
    const secret = /https:\/\/hr\.example\/admin\/set-up\/([\w-]{20,})\n/.exec(made.stdout)?.[1] as string;
    const core = await open();
    try {
      expect(await core.accounts.openLink(secret)).to.include({ name: 'Noa', email: 'noa@b.test' });
      const id = Number(/^Company (\d+)/.exec(made.stdout)?.[1]);
      expect(await core.companies.get(systemActor(id))).to.include({ name: 'Bakery', locale: 'en' });
      const labels = (await core.absenceTypes.list(systemActor(id))).map(({ label }) => label);
      expect(labels).to.have.members(['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום']);
    } finally {
      await core.close();
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('company create makes nothing when its admin cannot be made, and says what is wrong', async () => {
    const before = await countCompanies();
    const args = ['company', 'create', '--name', 'Foundry', '--admin-name', 'Dan', '--admin-email', 'NOA@b.test'];
    const refused = await run(args);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.equal('The email has already been taken.\n');
    const french = await run(['company', 'create', '--name', 'Foundry', '--locale', 'fr']);
    expect(french.code).to.equal(1);
    expect(french.stderr).to.include('Allowed choices are he, en.');
    expect((await run(['company', 'create', '--name', 'X', '--zone', 'Mars/X'])).stderr).to.include('zone');
    expect(await countCompanies()).to.equal(before);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('admin invites a further admin, makes new links, and company list says who has an admin', async () => {
    const id = (await run(['company', 'create', '--name', 'Mill'])).stdout.match(/^Company (\d+)/)?.[1] ?? '';
    const line = async () =>
      (await run(['company', 'list'])).stdout.split('\n').find((one) => one.startsWith(`${id}\t`));
    expect(await line()).to.equal(`${id}\tMill\tAsia/Jerusalem\the\t0 admins`);
    const settings = { SHAON_BASE_URL: 'https://hr.example/api/v1/' };
    const linkOf = ({ stdout }: Ended) =>
      /https:\/\/hr\.example\/admin\/set-up\/([\w-]{20,})\n/.exec(stdout)?.[1] ?? '';
    const email = 'dan@mill.test';
    const invited = await run(['admin', 'invite', '--company', id, '--name', 'Dan', '--email', email], settings);
    expect(invited.code, invited.stderr).to.equal(0);
    const again = await run(['admin', 'invite', '--company', id, '--name', 'Dan', '--email', email]);
    expect(again.code).to.equal(1);
    expect(again.stderr).to.contain('The email has already been taken.\n');
    const renewed = await run(['admin', 'link', '--company', id, '--email', 'DAN@mill.test'], settings);
    const core = await open();
    try {
      expect(await core.accounts.openLink(linkOf(invited)), 'the first link').to.equal(null);
      await core.accounts.useLink(linkOf(renewed), 'correct horse 1');
    } finally {
      await core.close();
    }
    expect(await line()).to.equal(`${id}\tMill\tAsia/Jerusalem\the\t1 admin`);
    const none = await run(['admin', 'remove-second-factor', '--company', id, '--email', email]);
    expect(none).to.include({ code: 1, stderr: 'There is no second factor.\n' });
    for (const [args, text] of [
      [['link', '--company', '999999', '--email', email], 'There is no company with the id 999999'],
      [['link', '--company', id, '--email', 'nobody@mill.test'], 'has no admin with that address'],
      [['link', '--company', 'x', '--email', email], 'A company id is a positive whole number'],
      [
        ['invite', '--company', '999999', '--name', 'Dan', '--email', 'other@mill.test'],
        'There is no company with the id 999999: `shaon company list` shows them.',
      ],
    ] as const) {
      const refused = await run(['admin', ...args]);
      expect(refused.code, args.join(' ')).to.equal(1);
      expect(refused.stdout).to.equal('');
      expect(refused.stderr).to.include(text);
    }
  }).timeout(SEVERAL_PROCESSES_MS);

  it('audit prints and exports rows, into a new file only, and tells of the export itself', async () => {
    const printed = await run(['audit', '--limit', '1']);
    expect(printed.stdout.trim().split('\n')).to.have.lengthOf(1);
    const turned = await run(['audit', '--from', '2026-12-02', '--to', '2026-12-01']);
    expect(turned).to.include({ code: 1, stdout: '', stderr: '--to must not be before --from.\n' });
    const unknown = await run(['audit', '--ip', '203.0.113']);
    expect(unknown).to.include({ code: 1, stdout: '' });
    expect(unknown.stderr).to.equal('--ip must be an IP address such as 203.0.113.7 or 2001:db8::7.\n');
    for (const limit of ['0', '1001', 'x']) {
      const refused = await run(['audit', '--limit', limit]);
      expect(refused).to.include({ code: 1, stderr: '--limit must be a whole number from 1 to 1000.\n' });
    }
    const exported = await run(['audit', '--export', 'jsonl']);
    expect(exported.code, exported.stderr).to.equal(0);
    const actions = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).action);
    expect(actions).to.include.members(['company.create', 'account.create']).and.not.include('audit.export');
    const operators = await run(['audit', '--without-company']);
    expect(operators.stdout).to.include('audit.export').and.not.include('company.create');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('audit tells of a mistake before it opens the database', async () => {
    const nowhere = { DATABASE_URL: `sqlite:${join(folder.path, 'nowhere.sqlite')}` };
    for (const args of [
      ['--ip', '203.0.113'],
      ['--limit', '1001'],
      ['--export', 'csv', '--from', '2026-13-01'],
    ]) {
      const refused = await run(['audit', ...args], nowhere);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).not.to.include('nowhere.sqlite');
    }
    const refused = await run(['audit', '--export', 'csv'], nowhere);
    expect(refused).to.include({ code: 1, stdout: '' });
    expect(refused.stderr).to.include('nowhere.sqlite');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('doctor names a key that stored values need and that is missing', async () => {
    const core = await open(NEW_KEYS);
    try {
      const actor = systemActor((await core.companies.create({ name: 'Key', locale: 'en' })).id);
      await core.employees.create(actor, newEmployee());
    } finally {
      await core.close();
    }
    const examined = await run(['doctor']);
    expect(examined.code).to.equal(1);
    expect(examined.stdout).to.match(/BAD +schema: stored values need keys that are missing: newer\. Add them again/);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('doctor calls no list of keys well formed that nothing takes', async () => {
    const examined = await run(['doctor'], { SHAON_KEYS: `${TEST_KEYS},${TEST_KEYS}` });
    expect(examined.stdout).to.match(/^BAD +keys: SHAON_KEYS: entry 2 repeats an id\./m);
  }).timeout(SEVERAL_PROCESSES_MS);

  it('keys rotate puts everything under the first key, after which the older one can go', async () => {
    const rotated = await run(['keys', 'rotate'], { SHAON_KEYS: NEW_KEYS });
    expect(rotated.code, rotated.stderr).to.equal(0);
    expect(rotated.stdout).to.include('under the key newer');
    await (await open(NEW_KEYS.split(',')[0])).close();
    const refused = await run(['doctor']);
    expect(refused.code).to.equal(1);
    expect(refused.stdout).to.match(/BAD {3}schema: .*SHAON_KEYS/);
    const back = await run(['keys', 'rotate'], { SHAON_KEYS: NEW_KEYS.split(',').reverse().join(',') });
    expect(back.stdout).to.include('under the key test');
  }).timeout(SEVERAL_PROCESSES_MS);

  it('doctor finds nothing wrong here', async () => {
    const seen = await run(['doctor'], { SHAON_BASE_URL: 'https://hr.example/api/v1' });
    expect(seen.code, seen.stdout).to.equal(0);
    expect(seen.stdout)
      .to.match(/ok +zone data: /)
      .and.match(/look +proxies: .*SHAON_TRUSTED_PROXIES/);
  }).timeout(SEVERAL_PROCESSES_MS);

  async function countCompanies(): Promise<number> {
    const core = await open();
    try {
      const [row] = await core.extension.database
        .allCompanies()
        .run(rawSql('SELECT count(*) AS n FROM "shaon_company"'));
      return Number(row?.n);
    } finally {
      await core.close();
    }
  }
});
