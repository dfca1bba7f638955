import { readdirSync, readFileSync } from 'node:fs';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import { type ApiTest, newEmployee, withApi } from '../support.ts';

/** Blank by the one trimming of D:A9: spaces of every kind, and marks that show nothing. */
const BLANK = [' ', '\u00A0', '\u0085', '\u200B', '\uFEFF', '\u200E', '\u2800', '\u3164', '\u2003\u00AD\t'];

withApi('v1 query and body, validated by one mechanism', (test) => {
  it('takes the same texts for blank in a query and in a body (D:A9, Q13)', async () => {
    const employee = (await test.call('POST', '/employees', { body: newEmployee({ address: 'x' }) })).body.data;
    for (const blank of BLANK) {
      const shown = JSON.stringify(blank);
      const query = encodeURIComponent(blank);
      for (const name of ['date_from', 'employee_id', 'status', 'per_page']) {
        const { status, body } = await test.call('GET', `/attendance?${name}=${query}`);
        expect(status, `${name}=${shown}`).to.equal(200);
        expect(body.links.first, shown).to.match(/\/attendance\?page=1$/);
      }
      const change = await test.call('PATCH', `/employees/${employee.id}`, { body: { name: blank } });
      expect(change.status, shown).to.equal(422);
    }
  });

  it('keeps a blank parameter out of the audit', async () => {
    await test.call('GET', '/attendance?status=%E2%80%8B&page=1', { headers: { 'X-Request-Id': 'blank' } });
    expect(await auditedQuery(test, 'blank')).to.equal('page=1');
  });

  it('trims the same characters in a query and in a body', async () => {
    const name = '\u200B\uFEFF\u0085 Dana \u200B\u00A0';
    const { status, body } = await test.call('POST', '/employees', { body: newEmployee({ name }) });
    expect(status).to.equal(201);
    expect(body.data.name).to.equal('Dana');
    const frozen = `?status=${encodeURIComponent('\u200Bactive\uFEFF')}`;
    expect((await test.call('GET', `/employees${frozen}`)).body.meta.total).to.be.greaterThan(0);
  });

  it('drops direction marks from e-mail address, phone and ID number, and names those of a name (D:A51)', async () => {
    const { email, phone, id_number, ...person } = newEmployee();
    const marked = { email: `\u200E${email}`, phone: `\u202A${phone}\u202C`, id_number: `\u200F ${id_number}\u2069` };
    const created = await test.call('POST', '/employees', { body: { ...person, ...marked } });
    expect(created.body.data).to.include({ email, phone });
    const again = await test.call('POST', '/employees', {
      body: { ...newEmployee(), id_number: `${id_number}\u200E` },
    });
    expect(Object.keys(again.body.errors)).to.deep.equal(['id_number']);
    const path = `/employees/${created.body.data.id}`;
    const moved = await test.call('PATCH', path, {
      body: { phone: '\u2067050-7654321\u2069', email: `\u200E${email}` },
    });
    expect(moved.body.data).to.include({ email, phone: '050-7654321' });
    const named = await test.call('PATCH', path, { body: { name: 'a\u202Eb' } });
    expect(named.body.message).to.equal('The name field contains characters that are not allowed: U+202E.');
  });

  it('refuses the controls U+0080 to U+009F like the others (D:A9)', async () => {
    for (const control of ['\u0080', '\u009B', '\u009F']) {
      const name = await test.call('POST', '/employees', { body: newEmployee({ name: `a${control}b` }) });
      const code = `U+00${control.charCodeAt(0).toString(16).toUpperCase()}`;
      expect(name.body.errors).to.deep.equal({
        name: [`The name field contains characters that are not allowed: ${code}.`],
      });
      const status = await test.call('GET', `/employees?status=${encodeURIComponent(`a${control}b`)}`);
      expect(status.status).to.equal(422);
      expect(Object.keys(status.body.errors)).to.deep.equal(['status']);
    }
  });

  it('refuses company_id in a query though it is blank (D:A7)', async () => {
    for (const query of ['company_id=', 'company_id', 'company_id=%20', 'company_id[]=', 'company_id=%E2%80%8B']) {
      for (const path of ['/attendance', '/shifts', '/employees/1']) {
        const { status, body } = await test.call('GET', `${path}?${query}`);
        if (path === '/employees/1' && status === 404) continue;
        expect(status, `${path}?${query}`).to.equal(422);
        expect(body.errors).to.deep.equal({ company_id: ['The company id field is prohibited.'] });
      }
    }
  });

  it('takes pages up to 2^53 - 1 and none above (D:A8), and 1 to 200 records a page', async () => {
    const statusOf = async (query: string) => (await test.call('GET', `/employees?${query}`)).status;
    expect(await statusOf('page=9007199254740991')).to.equal(200);
    expect(await statusOf('page=9007199254740992')).to.equal(422);
    expect(await statusOf('page=99999999999999999999')).to.equal(422);
    expect([
      await statusOf('per_page=200'),
      await statusOf('per_page=201'),
      await statusOf('per_page=0'),
    ]).to.deep.equal([200, 422, 422]);
  });

  it('tells errors of the fields with those that only the database shows, and with those of the query', async () => {
    const taken = newEmployee();
    await test.call('POST', '/employees', { body: taken });
    const wrong = { ...newEmployee(), email: taken.email, name: '', department_id: 999 };
    const { body } = await test.call('POST', '/employees', { body: wrong });
    expect(Object.keys(body.errors).sort()).to.deep.equal(['department_id', 'email', 'name']);
    const both = await test.call('POST', '/employees?company_id=1', { body: wrong });
    expect(Object.keys(both.body.errors).sort()).to.deep.equal(['company_id', 'department_id', 'email', 'name']);
    const { id } = (await test.call('POST', '/employees', { body: newEmployee() })).body.data;
    const change = { email: taken.email, branch_id: 999 };
    const changed = await test.call('PATCH', `/employees/${id}?company_id=1`, { body: change });
    expect(Object.keys(changed.body.errors).sort()).to.deep.equal(['branch_id', 'company_id', 'email']);
    expect((await test.call('PATCH', `/employees/${id}?company_id=1`, { body: {} })).status).to.equal(422);
  });
});

describe('the sources of v1', () => {
  it('take no input for another type than its input gave', () => {
    const folder = new URL('../../src/v1/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files).to.include('employees.ts');
    for (const file of files) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.to.match(
        /as unknown as|as (?:Employee|New|Attendance|Leave)\w+/,
      );
    }
  });
});

async function auditedQuery(test: ApiTest, requestId: string): Promise<unknown> {
  const [row] = await test.core.extension.database
    .allCompanies()
    .run(rawSql('SELECT query FROM "shaon_audit" WHERE request_id = $1'), [requestId]);
  return row?.query;
}
