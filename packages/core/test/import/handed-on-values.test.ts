import { systemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { withCore } from '../support.ts';
import { fileOf, person, refusedReport, type Values } from './support.ts';

const TAKEN = { email: 'The email has already been taken.', id_number: 'The id number has already been taken.' };

withCore('values of people that an import hands on (D:A28)', (test) => {
  let serial = 0;
  let people: Values[];
  let companyId: number;

  beforeEach(async () => {
    serial += 1;
    people = ['a', 'b', 'c'].map((name) => person(name, { email: emailOf(name) }));
    ({ companyId } = await test.core.imports.run({
      company: { create: { name: `Bakery ${serial}` } },
      files: [fileOf('employees', people)],
    }));
  });

  const emailOf = (name: string) => `${name}${serial}@bakery.test`;
  const row = (index: number, changes: Values): Values => ({ ...people[index], ...changes });
  const renamed = (index: number, name: string) => row(index, { email: emailOf(name) });

  /** Imports the rows, `chunk` at a time, and returns the log-ins' addresses without number and domain. */
  async function bring(rows: readonly Values[], chunk: number, partial = false) {
    const { core } = test;
    const request = { company: { id: companyId }, partial, files: [fileOf('employees', rows, chunk)] };
    const { refusals, counts } = await core.imports.run(request);
    const logins = await core.extension.database.scope(systemActor(companyId)).rows(
      rawSql(`SELECT e.email, e.id_number_hash, l.email_key FROM "shaon_employee" e
        JOIN "shaon_login" l ON l.employee_id = e.id WHERE e.company_id = $1 ORDER BY e.id`),
    );
    for (const { email, email_key, id_number_hash } of logins) {
      expect(email_key).to.equal(email);
      expect(String(id_number_hash)).not.to.contain(' ');
    }
    const names = logins.map(({ email }) => String(email).replace(`${serial}@bakery.test`, '')).join(' ');
    return { names, refusals: refusals.map(({ line, field }) => `${line} ${field}`), counts: counts.employees };
  }

  for (const chunk of [1, 10]) {
    const distance = chunk === 1 ? 'in rows far apart' : 'in rows close together';

    it(`go to the next one, whose row comes before or after, ${distance}`, async () => {
      const after = await bring([renamed(1, 'x'), renamed(0, 'b')], chunk);
      expect(after.names).to.equal('b x c');
      const before = await bring([renamed(2, 'x'), renamed(1, 'y')], chunk);
      expect(before.names).to.equal('b y x');
    });

    it(`change places, go round in a circle and to somebody new, ${distance}`, async () => {
      expect((await bring([renamed(0, 'b'), renamed(1, 'a')], chunk)).names).to.equal('b a c');
      expect((await bring([renamed(0, 'a'), renamed(1, 'c'), renamed(2, 'b')], chunk)).names).to.equal('a c b');
      const added = person('d', { email: emailOf('a') });
      expect((await bring([added, renamed(0, 'x')], chunk)).names).to.equal('x c b a');
    });

    it(`are ID numbers too, ${distance}`, async () => {
      const numbers = people.map(({ id_number }) => id_number);
      const swapped = [row(0, { id_number: numbers[1] }), row(1, { id_number: numbers[0] })];
      expect((await bring(swapped, chunk)).counts).to.include({ updated: 2, refused: 0 });
      expect((await bring(swapped, chunk)).counts).to.include({ unchanged: 2 });
    });

    it(`stay with whom keeps them, and with people of other companies, ${distance}`, async () => {
      const company = { id: companyId };
      const other = await test.core.imports.run({
        company: { create: { name: `Foundry ${serial}` } },
        files: [fileOf('employees', [person('z', { email: emailOf('z') })])],
      });
      expect(other.isWritten).to.equal(true);
      // Somebody new has no id yet, and an admin who is no employee none either.
      await test.core.accounts.inviteAdmin(companyId, { name: 'Ada', email: emailOf('admin') });
      const cases: [Values[], number[]][] = [
        [[person('n', { email: emailOf('admin') })], [2]],
        [[person('n', { email: emailOf('admin'), id_number: people[0]?.id_number }), renamed(0, 'x')], [2]],
        [[renamed(0, 'b'), row(1, {})], [2]],
        [[renamed(0, 'b'), row(1, { name: 'Renamed' })], [2]],
        [[renamed(0, 'z')], [2]],
        [[renamed(0, 'c'), renamed(1, 'c'), renamed(2, 'x')], [3]],
      ];
      for (const [rows, lines] of cases) {
        const files = [fileOf('employees', rows, chunk)];
        const report = await refusedReport(test.core.imports.run({ company, files }));
        expect(report.refusals.map(({ line }) => line)).to.deep.equal(lines);
        expect(report.refusals[0]).to.include({ field: 'email', message: TAKEN.email });
      }
      expect((await bring([], chunk)).names).to.equal('a b c');
    });

    it(`stay where the row of the giver is refused, and then with all who follow, ${distance}`, async () => {
      const rows = [renamed(0, 'b'), renamed(1, 'c'), row(2, { email: emailOf('x'), name: '' })];
      const { names, refusals, counts } = await bring(rows, chunk, true);
      expect(names).to.equal('a b c');
      expect(refusals.sort()).to.deep.equal(['2 email', '3 email', '4 name']);
      expect(counts).to.include({ updated: 0, refused: 3 });
      expect((await bring([renamed(0, 'b'), renamed(1, 'a'), row(2, { name: '' })], chunk, true)).names).to.equal(
        'b a c',
      );
    });

    it(`are those of the first row where a key comes again, ${distance}`, async () => {
      const rows = [renamed(0, 'b'), renamed(0, 'b'), renamed(0, 'y'), renamed(1, 'x')];
      const { names, refusals, counts } = await bring(rows, chunk, true);
      expect([names, refusals]).to.deep.equal(['b x c', ['4 external_id']]);
      expect(counts).to.include({ updated: 2, unchanged: 1, refused: 1 });
    });

    it(`and equal wrong rows are refused each, ${distance}`, async () => {
      const wrong = person('new', { name: '' });
      const report = await bring([wrong, wrong, wrong, person('new', { email: emailOf('d') })], chunk, true);
      expect(report.refusals).to.deep.equal(['2 name', '3 name', '4 name']);
      expect(report.counts).to.include({ created: 1, unchanged: 0, refused: 3 });
    });
  }
});
