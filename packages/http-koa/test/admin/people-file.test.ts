import { newEmployee, rawSql, validIdNumber } from '@shaon/testing';
import { expect } from 'chai';
import type { HtmlBrowser } from './html-browser.ts';
import { withPages } from './support.ts';

withPages('the pages that bring people in from a file', (test) => {
  let admin: HtmlBrowser;
  let count = 0;
  const COLUMNS = ['external_id', 'name', 'email', 'phone', 'id_number', 'salary_type', 'hourly_rate', 'department'];

  function line(key: string, more: Readonly<Record<string, string>> = {}): string {
    count += 1;
    const { name, email, phone } = newEmployee();
    const id_number = validIdNumber(80_000 + count);
    const values = {
      external_id: key,
      name,
      email,
      phone,
      id_number,
      salary_type: 'hourly',
      hourly_rate: '50',
      ...more,
    };
    return COLUMNS.map((column) => (values as Readonly<Record<string, string>>)[column] ?? '').join(',');
  }
  const csv = (...lines: string[]) => [COLUMNS.join(','), ...lines].join('\r\n');
  const send = async (content: string | Buffer, fileName = 'people.csv') => {
    await admin.get('/admin/people/import');
    return admin.submit('/import', { file: { fileName, type: 'text/csv', content: Buffer.from(content as string) } });
  };
  const filesKept = async () => {
    const all = test.core.extension.database.allCompanies();
    return (await all.run(rawSql('SELECT id FROM "shaon_people_file"'))).length;
  };

  before(async () => {
    await test.core.organization.createDepartment(test.company, { name: 'Ovens' });
    admin = await test.signedIn(test.admin);
  });

  it('are reached from the people, and say what the columns are', async () => {
    const people = await admin.get('/admin/people');
    expect(people.document.querySelector('a[href="/admin/people/import"]')).not.to.equal(null);
    const page = await admin.get('/admin/people/import');
    for (const column of COLUMNS) expect(page.main).to.include(column);
    const sample = await admin.get('/admin/people/import/sample');
    expect(sample.status).to.equal(200);
  });

  it('refuse a file that is no table of people as a whole', async () => {
    const hebrew = Buffer.from([...Buffer.from(`${COLUMNS.join(',')}\r\nE-1,`), 0xe3, 0xf0, 0xe4]);
    const many = csv(...Array.from({ length: 100_000 }, (_, index) => `E-${index},x,x,x,x,x,x,x`));
    const files: readonly (readonly [string | Buffer, string])[] = [
      [hebrew, 'windows-1255'],
      [Buffer.from(`\ufeff${csv(line('E-1'))}`, 'utf16le'), 'UTF-16'],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0xff, 0xfe]), 'This is no CSV file'],
      [Buffer.from('PK\u0003\u0004 a workbook'), 'This is no CSV file'],
      [Buffer.from([0x80, 0x81, 0x82]), 'not in UTF-8'],
      [many, 'more than 10,000 rows'],
      [csv(), 'has no rows'],
      ['', 'has no rows'],
      ['name,email\r\nDana,d@x.example', 'lacks external_id'],
      ['external_id,name,name\r\n1,2,3', 'name stands twice'],
      [csv('E-1,"never closed'), 'cannot be read'],
      [csv('E-1,one cell'), 'cannot be read'],
    ];
    for (const [content, said] of files) {
      const page = await send(content);
      expect(page.status, said).to.equal(422);
      expect(page.document.querySelector('#f-file-error')?.text, said).to.include(said);
    }
    expect(await filesKept()).to.equal(0);
    expect((await test.core.personnel.counts(test.company)).active).to.equal(2);
  });

  it('show what would happen, with errors and changes in their cells, and bring in the rest', async () => {
    const known = await test.core.employees.create(test.company, newEmployee({ name: 'Before Name' }), {
      externalId: 'E-2',
    });
    const file = csv(
      line('E-1', { department: 'Ovens' }),
      line('E-2', { name: 'After Name', email: known.email }),
      line('E-3', { email: 'no address' }),
      line('E-4', { id_number: '123456789' }),
    );
    const judged = await send(`\ufeff${file.replaceAll(',', ';')}`);
    expect(judged.path).to.match(/^\/admin\/people\/import\/\d+$/);
    expect(judged.main).to.include('4 rows judged, nothing kept yet');
    expect(judged.document.querySelectorAll('.figures dd').map((one) => one.text.trim())).to.deep.equal([
      '1',
      '1',
      '0',
      '2',
    ]);
    const cells = judged.document.querySelectorAll('tbody tr').map((row) => row.text);
    expect(cells[1]).to.include('Before Name').and.include('After Name');
    expect(cells[2]).to.include('no address');
    expect(cells[3]).to.include('123456789');
    expect(cells[0]).to.include('•••••••').and.not.match(/\d{9}/);
    expect((await admin.get(`${judged.path}?show=wrong`)).document.querySelectorAll('tbody tr')).to.have.lengthOf(2);
    const wrong = await admin.get(`${judged.path}/wrong`);
    expect(wrong.text).to.include('no address').and.include('123456789').and.include('Reason');

    await admin.get(judged.path);
    const unticked = await admin.submit(judged.path);
    expect(unticked.status).to.equal(422);
    expect(await test.core.externalIds.find(test.company, 'employee', 'E-1')).to.equal(null);
    await admin.get(judged.path);
    const done = await admin.submit(judged.path, { skip_wrong: '1' });
    expect(done.main).to.include('1 added, 1 changed.').and.include('The file was brought in');
    const id = await test.core.externalIds.find(test.company, 'employee', 'E-1');
    expect(done.document.querySelector(`a[href="/admin/people/${id}"]`)).not.to.equal(null);
    expect((await test.core.employees.get(test.company, known.id)).name).to.equal('After Name');
    expect(done.document.querySelector('form[action*="import"]')).to.equal(null);
  });

  it('judge again if people changed meanwhile', async () => {
    const email = 'taken@bakery.example';
    const judged = await send(csv(line('T-1', { email }), line('T-2')));
    await test.core.employees.create(test.company, newEmployee({ email }));
    await admin.get(judged.path);
    const again = await admin.submit(judged.path);
    expect(again.status).to.equal(409);
    expect(again.main).to.include('People have changed since').and.include('Skip the wrong row');
    expect(await test.core.externalIds.find(test.company, 'employee', 'T-2')).to.equal(null);
  });

  it('take the file of the wrong rows again once they are mended, also where it has escaped a number', async () => {
    const judged = await send(csv(line('E-90', { email: 'no address', phone: '+972501234567' })));
    const wrong = await admin.get(`${judged.path}/wrong`);
    expect(wrong.text).to.include("'+972501234567");
    const again = await send(wrong.text.replace('no address', 'mended@example.test'));
    await admin.submit(again.path, {});
    const found = await test.core.personnel.search(
      test.company,
      { text: 'mended@example.test' },
      { page: 1, per_page: 2 },
    );
    expect(found.items.map(({ phone }) => phone)).to.deep.equal(['+972501234567']);
  });

  it('know the file for half an hour', async () => {
    const judged = await send(csv(line('L-1')));
    test.clock.advance(31 * 60_000);
    const late = await test.signedIn(test.admin);
    expect((await late.get(judged.path)).status).to.equal(404);
  });
});
