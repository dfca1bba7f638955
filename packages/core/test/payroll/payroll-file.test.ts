import { read, utils, type WorkSheet } from '@e965/xlsx';
import { type PayrollFormat, type PayrollRequest, payrollColumnsVersion, payrollText } from '@shaon/core';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { newEmployee, personOf, refusal, withCore } from '../support.ts';

const MONTH = '2026-05';

withCore('the file for payroll', (test) => {
  const at = (text: string) => new Date(`${text}:00+03:00`);
  const day = (n: number) => `${MONTH}-${String(n).padStart(2, '0')}`;
  const ids: Record<string, number> = {};
  const presets: Record<string, number> = {};
  let vacation = 0;
  let bakers = 0;

  const hire = async (name: string, more: object = {}) => {
    ids[name] = (await test.core.employees.create(test.company, { ...newEmployee(), name, ...more })).id;
    return ids[name];
  };
  const work = async (id: number, date: string, from: string, to: string, approved = true) => {
    const { id: record } = await test.core.attendance.correct(test.company, id, date, {
      punches: [
        { kind: 'in', at: at(`${date}T${from}`) },
        { kind: 'out', at: at(`${date}T${to}`) },
      ],
      note: 'as told',
    });
    if (approved) await test.core.attendance.approve(test.company, [record]);
    return record;
  };
  const written = async (format: PayrollFormat, request: Partial<PayrollRequest> = {}, actor = test.company) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of test.core.payroll.file(actor, { month: MONTH, ...request }, format)) {
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    }
    return Buffer.concat(pieces);
  };
  const csvOf = async (request: Partial<PayrollRequest> = {}) =>
    parse((await written('csv', request)).toString(), { bom: true }) as string[][];
  const workbookOf = async (request: Partial<PayrollRequest> = {}) => {
    const book = read(await written('xlsx', request), { cellFormula: true, cellNF: true });
    return book.Sheets[book.SheetNames[0] as string] as WorkSheet;
  };
  /** The stored values of a sheet, row by row. */
  const cellsOf = (sheet: WorkSheet) => {
    const { e } = utils.decode_range(sheet['!ref'] ?? 'A1');
    const row = (r: number) => Array.from({ length: e.c + 1 }, (_, c) => sheet[utils.encode_cell({ r, c })]?.v ?? '');
    return Array.from({ length: e.r + 1 }, (_, r) => row(r) as (string | number)[]);
  };
  const sheetOf = (request: Partial<PayrollRequest> = {}) =>
    test.core.payroll.sheet(test.company, { month: MONTH, ...request });

  before(async () => {
    const { core, company, clock } = test;
    clock.set(at('2026-06-02T09:00'));
    await core.absenceTypes.createDefaults(company);
    vacation = (await core.absenceTypes.list(company)).find(({ label }) => label === 'חופש')?.id ?? 0;
    for (const [name, start_time, end_time, wage_percentage] of [
      ['Evening', '16:00', '22:00', 125],
      ['Night', '22:00', '06:00', 150],
    ] as const) {
      presets[name] = (await core.shifts.create(company, { name, start_time, end_time, wage_percentage })).id;
    }
    bakers = (await core.organization.createDepartment(company, { name: 'Bakers' })).id;
    const dana = await hire('Dana', { department_id: bakers, hourly_rate: '61.50' });
    await core.externalIds.set(company, 'employee', dana, 'G-1042');
    await work(dana, day(3), '08:00', '16:20');
    await work(dana, day(4), '15:00', '22:10');
    const { id } = await core.attendance.recordAbsence(company, {
      employee_id: dana,
      date: day(5),
      absence_type: 'חופש',
    });
    await core.attendance.approve(company, [id]);
    const omar = await hire('=HYPERLINK("http://x")');
    await work(omar, day(3), '08:00', '16:20');
    await work(omar, day(6), '08:00', '12:00', false);
    await core.attendance.punchIn(company, omar, { at: at(`${day(10)}T08:00`) });
    await hire('Ron');
  });

  it('has a row a person with everybody’s columns, and a sum row', async () => {
    const [head, ...rows] = await csvOf();
    expect(head).to.deep.equal([
      ...['מספר חיצוני', 'שם', 'מחלקה', 'ימי עבודה', 'שעות עבודה', 'מחוץ לתעריפים 100%', 'Evening 125%', 'Night 150%'],
      ...['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום'],
    ]);
    expect(rows).to.deep.equal([
      ['G-1042', 'Dana', 'Bakers', '2', '15:30', '9:00', '6:20', '0:10', '1', '0', '0', '0', '0'],
      ['', '\'=HYPERLINK("http://x")', '', '1', '8:20', '8:00', '0:20', '0:00', '0', '0', '0', '0', '0'],
      ['', 'Ron', '', '0', '0:00', '0:00', '0:00', '0:00', '0', '0', '0', '0', '0'],
      ['', 'סך הכול', '', '3', '23:50', '17:00', '6:40', '0:10', '1', '0', '0', '0', '0'],
    ]);
    expect((await written('csv')).subarray(0, 3)).to.deep.equal(Buffer.from([0xef, 0xbb, 0xbf]));
  });

  it('is a workbook that another library opens: numbers that a spreadsheet sums up, and no formula', async () => {
    const sheet = await workbookOf();
    const rows = cellsOf(sheet);
    const shown = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' });
    expect(shown[1]).to.deep.equal([
      'G-1042',
      'Dana',
      'Bakers',
      '2',
      '15:30',
      '9:00',
      '6:20',
      '0:10',
      '1',
      '0',
      '0',
      '0',
      '0',
    ]);
    for (const cell of Object.keys(sheet).filter((key) => !key.startsWith('!'))) {
      expect(sheet[cell]).to.not.have.property('f');
      expect(sheet[cell].t).to.be.oneOf(['s', 'n', 'z']);
    }
    expect(rows[2]?.[1]).to.equal('=HYPERLINK("http://x")');
    const [, ...people] = rows.slice(0, -1);
    const total = rows.at(-1) ?? [];
    for (let column = 3; column < total.length; column++) {
      const sum = people.reduce((all, row) => all + Number(row[column]), 0);
      expect(Number(total[column])).to.be.closeTo(sum, 1e-9);
    }
    expect(Number(total[4]) * 24).to.be.closeTo(23 + 50 / 60, 1e-9);
  });

  it('has hundredths that add up: people to the sum, and their parts to their hours', async () => {
    for (const rows of ['person', 'preset'] as const) {
      const lines = await csvOf({ hours: 'hundredths', rows });
      const [head = [], ...all] = lines;
      const numbers = all.map((row) => row.map((cell) => Math.round(Number(cell) * 100)));
      const total = numbers.pop() ?? [];
      const worked = head.indexOf('שעות עבודה');
      expect(numbers.reduce((sum, row) => sum + (row[worked] ?? 0), 0)).to.equal(total[worked]);
      expect(total[worked]).to.equal(Math.round((23 + 50 / 60) * 100));
      if (rows === 'preset') continue;
      for (const row of [...numbers, total]) {
        expect((row[worked + 1] ?? 0) + (row[worked + 2] ?? 0) + (row[worked + 3] ?? 0)).to.equal(row[worked]);
      }
      const cells = cellsOf(await workbookOf({ hours: 'hundredths' }));
      expect(cells.at(-1)?.[worked]).to.be.closeTo(23.83, 1e-9);
    }
  });

  it('has a row a person and preset; what is the person’s stands once', async () => {
    const [head, ...rows] = await csvOf({ rows: 'preset' });
    expect(head?.slice(0, 7)).to.deep.equal([
      ...['מספר חיצוני', 'שם', 'מחלקה', 'ימי עבודה', 'תעריף', 'אחוז', 'שעות עבודה'],
    ]);
    expect(rows.map((row) => row.slice(1, 8))).to.deep.equal([
      ['Dana', 'Bakers', '2', 'מחוץ לתעריפים', '100%', '9:00', '1'],
      ['Dana', 'Bakers', '', 'Evening', '125%', '6:20', ''],
      ['Dana', 'Bakers', '', 'Night', '150%', '0:10', ''],
      ['\'=HYPERLINK("http://x")', '', '1', 'מחוץ לתעריפים', '100%', '8:00', '0'],
      ['\'=HYPERLINK("http://x")', '', '', 'Evening', '125%', '0:20', ''],
      ['Ron', '', '0', '', '', '0:00', '0'],
      ['סך הכול', '', '3', '', '', '23:50', '1'],
    ]);
  });

  it('has waiting days only with the column that says so, and tells what waits', async () => {
    const [head, ...rows] = await csvOf({ days: 'all' });
    expect(head?.at(-1)).to.equal('מצב הימים');
    expect(rows.map((row) => [row[4], row.at(-1)])).to.deep.equal([
      ['15:30', 'מאושר'],
      ['12:20', 'ימים ממתינים: 1, ימים שחסרה בהם החתמה: 1'],
      ['0:00', 'מאושר'],
      ['27:50', ''],
    ]);
    const sheet = await sheetOf();
    expect(sheet).to.deep.include({ people: 3, minutes: 1430, closedAt: null, leftOut: [] });
    expect(sheet.waiting).to.deep.equal({ minutes: 240, days: 1, unmended: 1 });
  });

  it('has the people of a department or branch alone; one that does not exist is refused', async () => {
    expect((await csvOf({ department_id: bakers })).map((row) => row[1])).to.deep.equal(['שם', 'Dana', 'סך הכול']);
    for (const units of [{ department_id: 999_999 }, { branch_id: bakers }]) {
      expect(await refusal(sheetOf(units))).to.have.property('code', 'invalid_input');
    }
    const foreign = await test.core.organization.createDepartment(test.foreign, { name: 'Foreign' });
    expect(await refusal(sheetOf({ department_id: foreign.id }))).to.have.property('code', 'invalid_input');
  });

  it('refuses a month that is none or in the future, and what it does not know', async () => {
    for (const month of ['2026-13', '2026-07', 'x', '']) {
      const error = await refusal(test.core.payroll.sheet(test.company, { month }));
      expect(error).to.have.property('errors').that.has.keys('month');
    }
    for (const request of [
      { days: 'some' },
      { rows: 'day' },
      { hours: 'seconds' },
      { salary: ['id_number'] },
      { salary: [] },
    ]) {
      expect(await refusal(sheetOf(request as object))).to.have.property('code', 'invalid_input');
    }
    expect(await refusal(written('pdf' as 'csv'))).to.have.property('code', 'options_invalid');
  });

  it('has salaries only where an admin names them', async () => {
    const [head, dana] = await csvOf({ salary: ['hourly_rate', 'global_salary'] });
    expect(head?.slice(-2)).to.deep.equal(['שכר שעתי', 'שכר גלובלי']);
    expect(dana?.slice(-2)).to.deep.equal(['61.5', '']);
    expect((await written('csv')).toString()).to.not.include('61.5');
    const asked: PayrollRequest = { month: MONTH, salary: ['hourly_rate'] };
    for (const role of ['manager', 'employee'] as const) {
      const refused = await refusal(test.core.payroll.sheet(personOf(test.company, role), asked));
      expect(refused).to.have.property('code', 'not_permitted');
    }
    expect((await test.core.payroll.sheet(personOf(test.company, 'manager'), { month: MONTH })).people).to.equal(3);
    expect(
      await refusal(test.core.payroll.sheet(personOf(test.company, 'employee'), { month: MONTH })),
    ).to.have.property('code', 'not_permitted');
  });

  it('is audited before its first piece: who, of how many people, which dates and columns', async () => {
    await written('xlsx', { department_id: bakers, salary: ['salary_type'] });
    const [row] = (await test.core.auditReads.list(test.company, { action: 'payroll.export' }, { limit: 1 })).items;
    const detail = JSON.parse(row?.detail ?? '{}') as { columns: string[] };
    expect(detail).to.deep.include({
      format: 'xlsx',
      people: 1,
      dates: [day(1), day(31)],
      department_id: bakers,
      salary: true,
    });
    expect(detail.columns.at(-1)).to.equal('salary_type');
  });

  it('has the columns that the company chose, named and ordered, and tells what they leave out', async () => {
    const { core, company } = test;
    const columns = [
      { source: 'id', name: 'Employee No.' },
      { source: 'worked', name: '=Hours' },
      { source: `preset:${presets.Night}`, name: '150' },
      { source: `absence:${vacation}`, name: 'Vacation' },
    ];
    await core.payroll.saveColumns(company, { columns });
    const known = await core.payroll.columns(company, { locale: 'en' });
    expect(known.slice(0, 4).map(({ isChosen, source, name }) => ({ isChosen, source, name }))).to.deep.equal(
      columns.map((column) => ({ isChosen: true, ...column })),
    );
    expect(known[4]).to.deep.include({ source: 'external_id', label: 'External ID', isChosen: false });
    const [head, dana] = await csvOf();
    expect(head).to.deep.equal(['Employee No.', "'=Hours", '150', 'Vacation']);
    expect(dana).to.deep.equal([String(ids.Dana), '15:30', '0:10', '1']);
    expect((await sheetOf()).leftOut).to.deep.equal([
      { name: 'מחוץ לתעריפים', minutes: 1020 },
      { name: 'Evening', minutes: 400 },
    ]);
    await core.absenceTypes.rename(company, vacation, 'Holiday');
    expect((await csvOf())[1]?.at(-1)).to.equal('1');
    await core.absenceTypes.rename(company, vacation, 'חופש');
    expect((await core.payroll.columns(test.foreign)).some(({ name }) => name === 'Vacation')).to.equal(false);
    for (const wrong of [
      [],
      [columns[0], columns[0]],
      [{ source: 'salary_type', name: 'Salary' }],
      [{ source: 'id_number', name: 'x' }],
      [{ source: 'id', name: ' ' }],
    ]) {
      const error = await refusal(core.payroll.saveColumns(company, { columns: wrong as never }));
      expect(error).to.have.property('code', 'invalid_input');
    }
    const expectedVersion = payrollColumnsVersion(columns);
    const renamed = columns.map((column) => ({ ...column, name: 'x' }));
    await core.payroll.saveColumns(company, { columns: renamed }, { expectedVersion });
    const second = await refusal(core.payroll.saveColumns(company, { columns }, { expectedVersion }));
    expect(second).to.deep.include({ code: 'state_conflict', details: { changed: 'payroll_columns' } });
    const manager = personOf(company, 'manager');
    expect(await refusal(core.payroll.saveColumns(manager, { columns }))).to.have.property('code', 'not_permitted');
    await core.payroll.saveColumns(company, {
      columns: ['external_id', 'name', 'worked', 'outside', `preset:${presets.Evening}`, `preset:${presets.Night}`].map(
        (source) => ({ source, name: source }),
      ),
    });
  });

  it('pays a closed month as it was kept, also after a preset has changed', async () => {
    const { core, company } = test;
    const paid = await csvOf();
    await core.months.close(company, { month: MONTH, reason: 'payday' });
    await core.shifts.update(company, presets.Evening as number, { start_time: '10:00' });
    expect(await csvOf()).to.deep.equal(paid);
    expect((await sheetOf()).closedAt).to.deep.equal(test.clock.now());
    await core.months.reopen(company, { month: MONTH, reason: 'a late slip' });
    expect((await csvOf())[1]?.slice(2)).to.deep.equal(['15:30', '2:00', '13:20', '0:10']);
    await core.shifts.update(company, presets.Evening as number, { start_time: '16:00' });
    await core.months.close(company, { month: MONTH, department_id: bakers, reason: 'they are paid first' });
    await core.shifts.update(company, presets.Evening as number, { start_time: '10:00' });
    const mixed = await csvOf();
    expect(mixed[1]).to.deep.equal(paid[1]);
    expect(mixed[2]?.slice(2)).to.deep.equal(['8:20', '2:00', '6:20', '0:00']);
    expect((await sheetOf()).closedAt).to.equal(null);
    expect((await sheetOf({ department_id: bakers })).closedAt).to.deep.equal(test.clock.now());
    await core.employees.update(company, ids.Ron as number, { department_id: bakers });
    expect((await sheetOf({ department_id: bakers })).closedAt, 'of somebody who came later').to.equal(null);
    await core.employees.update(company, ids.Ron as number, { department_id: null });
    await core.shifts.update(company, presets.Evening as number, { start_time: '16:00' });
  });

  it('tells absences that wait, and those that have no column', async () => {
    const { core, company } = test;
    await core.months.reopen(company, { month: MONTH, department_id: bakers, reason: 'ill' });
    const { id: sick } = (await core.absenceTypes.list(company)).find(({ label }) => label === 'מחלה') ?? {};
    const columns = ['name', `absence:${vacation}`].map((source) => ({ source, name: source }));
    await core.payroll.saveColumns(company, { columns });
    const { days } = (await sheetOf()).waiting;
    const { id } = await core.attendance.recordAbsence(company, {
      employee_id: ids.Ron as number,
      date: day(12),
      absence_type: 'מחלה',
    });
    expect((await sheetOf()).waiting.days).to.equal(days + 1);
    expect((await sheetOf()).absencesLeftOut).to.deep.equal([]);
    await core.attendance.approve(company, [id]);
    expect((await sheetOf()).waiting.days).to.equal(days);
    for (const rows of ['person', 'preset'] as const) {
      expect((await sheetOf({ rows })).absencesLeftOut).to.deep.equal([{ label: 'מחלה', days: 1 }]);
    }
    await core.payroll.saveColumns(company, { columns: [...columns, { source: `absence:${sick}`, name: 'ill' }] });
    expect((await sheetOf()).absencesLeftOut).to.deep.equal([]);
  });

  it('counts no absence of a label that objects have as a member', async () => {
    const { core, company } = test;
    const { id } = await core.absenceTypes.create(company, { label: 'constructor' });
    await core.payroll.saveColumns(company, { columns: [{ source: `absence:${id}`, name: 'constructor' }] });
    expect((await csvOf())[1]).to.deep.equal(['0']);
  });

  it('stays a workbook with names and columns that XML has no characters for', async () => {
    const { core, company } = test;
    await core.employees.update(company, ids.Ron as number, { name: 'Ron\uFFFF' });
    const columns = [{ source: 'name', name: 'Name\uFFFE' }];
    await core.payroll.saveColumns(company, { columns });
    const cells = cellsOf(await workbookOf()).flat();
    expect(cells).to.include.members(['Name\uFFFD', 'Ron\uFFFD']);
  });

  it('says hours as people read them', () => {
    const hours = { kind: 'hours' } as const;
    expect(payrollText(9935, hours, 'minutes')).to.equal('165:35');
    expect(payrollText(833, hours, 'hundredths')).to.equal('8.33');
    expect(payrollText(5, hours, 'hundredths')).to.equal('0.05');
    expect([payrollText(null, hours, 'minutes'), payrollText(3, { kind: 'number' }, 'minutes')]).to.deep.equal([
      '',
      '3',
    ]);
  });
});
