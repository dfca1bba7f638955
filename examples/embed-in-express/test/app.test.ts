import { type Core, generateKey, systemActor } from '@shaon/core';
import { createTestDatabase, type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import { openApp } from '../src/app.ts';

describe('examples/embed-in-express', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let core: Core;
  let listening: Listening;
  let companyId: number;
  let token: string;

  before('start the application', async () => {
    database = await createTestDatabase('sqlite');
    const path = database.connection.type === 'sqlite' ? database.connection.path : '';
    const opened = await openApp({ database: path, keys: generateKey(), baseUrl: 'https://hr.example/api/v1' });
    core = opened.core;
    listening = await listen(opened.app);
    companyId = (await core.companies.create({ name: 'Bakery' })).id;
    const abilities = ['employees:write', 'attendance:read'] as const;
    ({ token } = await core.tokens.issue(systemActor(companyId), { name: 'test', abilities: [...abilities] }));
  });
  after('stop it', async () => {
    await listening?.close();
    await core?.close();
    await database?.drop();
  });

  it('serves the API and its own pages side by side', async () => {
    const created = await call('POST', '/api/v1/employees', {
      name: 'דנה לוי',
      id_number: '123456782',
      email: 'dana.levi@acme.example',
      phone: '050-123-4567',
      salary_type: 'hourly',
      hourly_rate: 52,
    });
    expect(created.status).equal(201);
    const { data: employee } = (await created.json()) as { data: { id: number } };

    const punched = await call('POST', `/companies/${companyId}/punch`, { employee_id: employee.id, kind: 'in' });
    expect(punched.status).equal(201);

    const list = await call('GET', '/api/v1/attendance');
    const { data, links } = (await list.json()) as { data: object[]; links: { first: string } };
    expect(data).lengthOf(1);
    expect(data[0]).to.include({ employee_id: employee.id, status: 'open', check_out: null });
    expect(links.first).to.match(/^https:\/\/hr\.example\/api\/v1\/attendance\?/);
  });

  it('refuses a call without a token', async () => {
    const answer = await fetch(`${listening.url}/api/v1/attendance`);
    expect(answer.status).equal(401);
  });

  const call = (method: string, path: string, body?: unknown) =>
    fetch(listening.url + path, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
});
