import type { Employee, PersonnelFilter } from '@shaon/core';
import { InvalidInputError } from '@shaon/core';
import { expect } from 'chai';
import { newEmployee, refusal, withCore } from '../support.ts';
import { expectAnswers } from './office.ts';

const PAGE = { page: 1, per_page: 200 };

/** Name, e-mail address and phone of the staff, by the name under which the tests know them. */
const STAFF = {
  ruth: ['רות לוי', 'Ruth.Levi@Bakery.test', '050-111-2222'],
  rami: ['רמי לוי-כהן', 'rami@bakery.test', '+972 523334444'],
  eloise: ['Éloïse Müller', 'eloise@käse.test', '03-5556666'],
  sofia: ['Σοφία Παπάς', 'sofia@example.test', '(054)777.8888'],
  zhanna: ['Жанна Ёлкина', 'zhanna@example.test', '12.345.6789'],
  percent: ['100% Dan_the [best]*?\\', 'dan+%_x@example.test', '0541230000'],
  marks: ['שירה כֶּרֶם 12\u200f34', 'shira@marks.test', '0541230002'],
  army: ['יוסי צה״ל ג׳ורנו O’Neil', "yossi.o'neil@army.test", '+972541239876'],
  straße: ['Anna Weißstraße', 'e\u0301te\u0301@example.test', '0541230001'],
} as const;

type Person = keyof typeof STAFF;
const EVERYBODY = Object.keys(STAFF) as Person[];

/** In the order of their names' code points, in which they are listed. */
const BY_NAME: readonly Person[] = ['percent', 'straße', 'eloise', 'sofia', 'zhanna', 'army', 'ruth', 'rami', 'marks'];

/** What is typed, and who is found: the same on either database. */
const SEARCHES: readonly (readonly [text: string, found: readonly Person[]])[] = [
  ['רות', ['ruth']],
  ['לוי', ['ruth', 'rami']],
  ['לוי רמי', ['rami']],
  ['רות כהן', []],
  ['לוי־כהן', ['rami']],
  ['לוי–כהן', ['rami']],
  ['רמי’כהן', ['rami']],
  ['-', ['eloise', 'ruth', 'rami']],
  ['levi', ['ruth']],
  ['RUTH bakery', ['ruth']],
  ['BAKERY', ['ruth', 'rami']],
  ['לוי bakery 052', ['rami']],
  ['לוי bakery 52', ['rami']],
  ['éloïse', ['eloise']],
  ['ÉLOÏSE MÜLLER', ['eloise']],
  ['e\u0301loi\u0308se', ['eloise']],
  ['eloise käse', ['eloise']],
  ['muller kase', ['eloise']],
  ['παπας', ['sofia']],
  ['елкина', ['zhanna']],
  ['רוּת', ['ruth']],
  ['ete@', ['straße']],
  ['כרם 1234', ['marks']],
  ['כֶּרֶם 12\u200e34', ['marks']],
  ['KÄSE', ['eloise']],
  ['σοφία', ['sofia']],
  ['ΠΑΠΆΣ', ['sofia']],
  ['παπάσ', ['sofia']],
  ['ЖАННА ёлкина', ['zhanna']],
  ['weißSTRAẞE', ['straße']],
  ['ÉTÉ@', ['straße']],
  ['050-111-2222', ['ruth']],
  ['0501112222', ['ruth']],
  ['+972501112222', ['ruth']],
  ['\u200e050\u200e1112222\u200f', ['ruth']],
  ['0541239876', ['army']],
  ['054-1239876', ['army']],
  ['+972541239876', ['army']],
  ['0523334444', ['rami']],
  ['123456789', ['zhanna']],
  ['צהל', ['army']],
  ['צה"ל', ['army']],
  ['צה״ל גורנו', ['army']],
  ["ג'ורנו", ['army']],
  ['oneil', ['army']],
  ["O'Neil army", ['army']],
  ['050\u200f-111\u202d-2222\u202c', ['ruth']],
  ['וי\u200f לו', ['ruth', 'rami']],
  ['\u200e\u200f', EVERYBODY],
  ['054777', ['sofia']],
  ['(054)', ['sofia']],
  ['%', ['percent']],
  ['_', ['percent']],
  ['\\', ['percent']],
  ['*', ['percent']],
  ['?', ['percent']],
  ['[', ['percent']],
  [']', ['percent']],
  ['[best]', ['percent']],
  ['[a-z]', []],
  ['^', []],
  ['d%n', []],
  ['d_n', []],
  ['d?n', []],
  ['d*n', []],
  ['.*', []],
  ['+%_', ['percent']],
  ["' OR '1'='1", []],
  ['"', []],
  ['$1', []],
  ['{', []],
  [',', []],
  ['NULL', []],
  ['לויRuth', []],
  ['testruth', []],
  ['test050', []],
  ['2222+972', []],
  [' \t\n ', EVERYBODY],
  ['', EVERYBODY],
  ['  levi \u00A0\u2003 רות\t', ['ruth']],
  ['example.test', ['sofia', 'zhanna', 'percent', 'straße']],
  ['x'.repeat(255), []],
  [`  ${'ÿ'.repeat(255)}  `, []],
  [Array.from({ length: 127 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join(' '), []],
];

withCore('personnel search', (test) => {
  const people = {} as Record<Person, Employee>;
  let department: number;

  before(async () => {
    department = (await test.core.organization.createDepartment(test.company, { name: 'Ovens' })).id;
    for (const person of EVERYBODY) {
      const [name, email, phone] = STAFF[person];
      const isOvens = person === 'ruth' || person === 'sofia';
      people[person] = await test.core.employees.create(
        test.company,
        newEmployee({ name, email, phone, department_id: isOvens ? department : null }),
      );
    }
    people.sofia = (await test.core.employees.freeze(test.company, people.sofia.id)).employee;
    await test.core.employees.create(test.foreign, newEmployee({ name: 'רות לוי', email: 'ruth.levi@foundry.test' }));
  });

  const search = (filter: PersonnelFilter, page = PAGE) => test.core.personnel.search(test.company, filter, page);

  for (const [text, found] of SEARCHES) {
    it(`finds ${found.length} by ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`, async () => {
      const expected = BY_NAME.filter((person) => found.includes(person)).map((person) => people[person]);
      expect(await search({ text })).to.deep.equal({ items: expected, total: expected.length });
    });
  }

  it('finds by every letter of every name, in either case', async () => {
    for (const person of EVERYBODY) {
      for (const text of STAFF[person].flatMap((value) => [value, value.toUpperCase(), value.toLowerCase()])) {
        if (text.includes('SS')) continue;
        const { items } = await search({ text });
        expect(
          items.map((item) => item.id),
          text,
        ).to.include(people[person].id);
      }
    }
  });

  it('narrows by department, branch and status as the list does, and pages with the total of all', async () => {
    expect((await search({ text: 'levi', department_id: department })).items).to.deep.equal([people.ruth]);
    expect((await search({ department_id: department })).total).to.equal(2);
    expect((await search({ text: '05', status: 'frozen' })).items).to.deep.equal([people.sofia]);
    expect((await search({ text: 'levi', branch_id: 4711 })).total).to.equal(0);
    expect((await search({ text: 'levi', status: 'gone' })).total).to.equal(0);
    const second = await search({ text: 'example.test' }, { page: 2, per_page: 3 });
    expect(second).to.deep.equal({ items: [people.zhanna], total: 4 });
    expect(await search({ text: 'example.test' }, { page: 9, per_page: 3 })).to.deep.equal({ items: [], total: 4 });
    const nobody = { text: null, department_id: null, branch_id: null, status: null };
    expect(await search(nobody)).to.deep.equal({ items: BY_NAME.map((person) => people[person]), total: 9 });
  });

  it('refuses what is no text, or one too long or with control characters', async () => {
    for (const [text, rule] of [
      [5, 'string'],
      [['a'], 'string'],
      ['x'.repeat(256), 'max_length'],
      ['a\0', 'characters'],
      ['\ud800', 'characters'],
    ] as const) {
      const refused = await refusal(search({ text: text as string }));
      expect(refused, String(text)).to.be.instanceOf(InvalidInputError);
      expect((refused as InvalidInputError).errors.text?.map((issue) => issue.rule)).to.deep.equal([rule]);
    }
  });

  it('shows nothing that the list of the API does not', async () => {
    const [item] = (await search({ text: 'levi' })).items;
    expect(item).to.deep.equal(await test.core.employees.get(test.company, people.ruth.id));
  });

  it('is for managers and admins, never for a token', async () => {
    await expectAnswers(test.core, test.company, (actor) => test.core.personnel.search(actor, { text: 'levi' }, PAGE), [
      'system',
      'admin',
      'manager',
    ]);
  });
});
