import { generateKey } from '@shaon/core';
import { createTestDatabase, type Listening, listen, testedDialects } from '@shaon/testing';
import { expect } from 'chai';
import { openProduct, type Product } from '../src/product.ts';

const BASE_URL = 'https://hr.example/api/v1';
/** Nobody listens there: what is sent has tests of its own. */
const RECEIVER_ORIGIN = 'https://localhost:9';
const RECEIVER = `${RECEIVER_ORIGIN}/hook`;
const KEYS = generateKey('test');
const employee = {
  name: 'דנה לוי',
  id_number: '123456782',
  email: 'dana.levi@acme.example',
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: 52,
};
const dana = { jobTitle: 'Baker', contractNumber: 'C-1', employee };

describe('examples/embed-in-hr-product', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let product: Product;
  let listening: Listening;
  let cookie = '';
  let token = '';

  const open = (databaseUrl: string) =>
    openProduct({
      databaseUrl,
      keys: KEYS,
      cookieKey: 'for this test',
      baseUrl: BASE_URL,
      allowedReceivers: [RECEIVER_ORIGIN],
    });

  before('start the product', async function () {
    if (!testedDialects().includes('postgres')) return this.skip();
    database = await createTestDatabase('postgres');
    product = await open(databaseUrl());
    listening = await listen(product.listener);
  });
  after('stop it', async () => {
    await listening?.close();
    await product?.close();
    await database?.drop();
  });

  it('lets a customer sign up and log in', async () => {
    expect(
      (await post('/sign-up', { company: 'Bakery', name: 'Bo Boss', email: 'boss@acme.example', password: 'correct' }))
        .status,
    ).equal(201);
    expect((await post('/log-in', { email: 'boss@acme.example', password: 'wrong' })).status).equal(401);
    expect((await post('/hires', dana)).status).equal(401);
    const answer = await post('/log-in', { email: 'boss@acme.example', password: 'correct' });
    expect(answer.status).equal(303);
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  });

  it('writes its hire and our employee together', async () => {
    const answer = await post('/hires', dana);
    expect(answer.status).equal(201);
    expect(await json(answer)).to.include({ jobTitle: 'Baker', contractNumber: 'C-1' });
    expect(await names()).deep.equal(['דנה לוי']);
  });

  it('writes neither when Shaon refuses the person', async () => {
    const answer = await post('/hires', { ...dana, contractNumber: 'C-2', employee: { ...employee, name: 'אחרת' } });
    expect(answer.status).equal(422);
    expect((await json(answer)).fields).to.include('email');
    expect(await hires()).lengthOf(1);
  });

  it('writes neither when its own table refuses the hire', async () => {
    const other = { ...employee, id_number: '012345674', email: 'noa@acme.example' };
    expect((await post('/hires', { ...dana, employee: other })).status).equal(409);
    expect(await names()).deep.equal(['דנה לוי']);
  });

  it('serves the API to a token that its own page has made', async () => {
    const answer = await post('/api-tokens', { name: 'Payroll', abilities: ['employees:read'] });
    token = `${(await json(answer)).token}`;
    const list = await api();
    expect(list.status).equal(200);
    const { data, links } = (await list.json()) as { data: object[]; links: { first: string } };
    expect(data[0]).to.include({ name: 'דנה לוי', status: 'active' });
    expect(links.first).to.match(/^https:\/\/hr\.example\/api\/v1\/employees\?/);
    token = 'shn_wrong';
    expect((await api()).status).equal(401);
  });

  it('lets a customer register webhooks, and stores events with the change that made them', async () => {
    const events = ['employee.created'];
    const inside = await post('/webhooks', { url: 'https://127.0.0.1/hook', events });
    expect(inside.status).equal(422);
    const answer = await post('/webhooks', { url: RECEIVER, events });
    expect((await json(answer)).secret).to.match(/^whsec_/);

    const noa = { ...employee, name: 'נועה', id_number: '012345674', email: 'noa@acme.example' };
    // Refused by the product's own table, after Shaon has written: no event must be left.
    expect((await post('/hires', { ...dana, employee: noa })).status).equal(409);
    expect((await post('/hires', { ...dana, contractNumber: 'C-3', employee: noa })).status).equal(201);
    const bodies = await product.dataSource.query('SELECT body FROM shaon_webhook_event');
    expect(bodies.map(({ body }: { body: string }) => JSON.parse(body).data.name)).deep.equal(['נועה']);
  });

  it('shows another customer nothing of it', async () => {
    await post('/sign-up', { company: 'Foundry', name: 'Ona Other', email: 'other@acme.example', password: 'correct' });
    const answer = await post('/log-in', { email: 'other@acme.example', password: 'correct' });
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect(await hires()).deep.equal([]);
    token = `${(await json(await post('/api-tokens', { name: 'x', abilities: ['employees:read'] }))).token}`;
    expect((await json(await api())).meta).to.include({ total: 0 });
  });

  it('starts again on its own tables and ours, and would change none', async () => {
    const again = await open(databaseUrl());
    const { upQueries } = await again.dataSource.driver.createSchemaBuilder().log();
    await again.close();
    expect(upQueries).deep.equal([]);
  });

  const databaseUrl = () => {
    if (database.connection.type !== 'postgres') throw new Error('Not PostgreSQL.');
    return database.connection.url;
  };
  const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
  const post = (path: string, body: unknown) =>
    fetch(listening.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const api = () =>
    fetch(`${listening.url}/api/v1/employees`, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    });
  const hires = async () => (await fetch(`${listening.url}/hires`, { headers: { Cookie: cookie } })).json();
  const names = async () =>
    (await product.dataSource.query('SELECT name FROM shaon_employee ORDER BY id')).map(
      ({ name }: { name: string }) => name,
    );
});
