import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { newEmployee } from '../support.ts';
import { type ServedApi, withServer, withServerProcess } from './served-api.ts';

const PARALLEL = 8;

withServerProcess('v1 and a killed server', (api) => {
  for (const enough of [10, 25]) {
    it(`keeps every acknowledged write whole, and no half of another, killed after ${enough}`, async function () {
      this.timeout(60_000);
      const acknowledged: Acknowledged[] = [];
      const writers = Array.from({ length: PARALLEL }, () => writeUntilCut(api, acknowledged));
      while (acknowledged.length < enough) await sleep(1);
      await api.server.end('SIGKILL');
      await Promise.all(writers);
      await api.restart();

      for (const { id, email, requestId } of acknowledged) {
        const { body } = await api.call('GET', `/employees/${id}`);
        expect(body.data.email).to.equal(email);
        expect((await api.audited(requestId)).map((row) => row.status)).to.deep.equal([201]);
      }
      await expectWhole(api);
    });
  }

  it('serves writes again after each', async () => {
    expect((await api.call('POST', '/employees', { body: newEmployee() })).status).to.equal(201);
  });
});

withServer('v1 and fifty at once', (api) => {
  it('makes fifty people of fifty parallel creates, each whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call('POST', '/employees', { body: newEmployee() })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(50).fill(201));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).to.equal(50);
    await expectWhole(api);
  });

  it('makes one of fifty that share an e-mail in fifty spellings, and tells the others which field it was', async () => {
    const spellings = Array.from({ length: 50 }, (_, index) =>
      [...'one.person@example.test'].map((letter, place) => ((index >> place) & 1 ? letter.toUpperCase() : letter)),
    );
    const answers = await Promise.all(
      spellings.map((letters) => api.call('POST', '/employees', { body: newEmployee({ email: letters.join('') }) })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).to.equal(422);
      expect(body.errors).to.deep.equal({ email: ['The email has already been taken.'] });
    }
    await expectWhole(api);
  });

  it('freezes and reactivates one person from many sides without a fault', async () => {
    const { id } = (await api.call('POST', '/employees', { body: newEmployee() })).body.data;
    const acts = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'deactivate' : 'activate'));
    const answers = await Promise.all(
      acts.map((act) => api.call('POST', `/employees/${id}/${act}`, { headers: { 'Accept-Language': 'en' } })),
    );
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).to.equal(200);
      expect(body.data.status).to.equal(acts[index] === 'activate' ? 'active' : 'frozen');
    }
  });

  it('changes one person from many sides without losing a field', async () => {
    const { id } = (await api.call('POST', '/employees', { body: newEmployee() })).body.data;
    const changes = [{ name: 'Changed' }, { phone: '03-7654321' }, { email: 'changed@example.test' }, { address: 'x' }];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        api.call('PATCH', `/employees/${id}`, { body: changes[index % changes.length] }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(24).fill(200));
    const { data } = (await api.call('GET', `/employees/${id}`)).body;
    expect(data).to.include({ name: 'Changed', phone: '03-7654321', email: 'changed@example.test' });
  });
});

interface Acknowledged {
  readonly id: number;
  readonly email: string;
  readonly requestId: string;
}

let serial = 0;

async function writeUntilCut(api: ServedApi, acknowledged: Acknowledged[]): Promise<void> {
  for (;;) {
    const body = newEmployee();
    const requestId = `write-${++serial}`;
    try {
      const { status, body: answer } = await api.call('POST', '/employees', {
        body,
        headers: { 'X-Request-Id': requestId },
      });
      expect(status).to.equal(201);
      acknowledged.push({ id: answer.data.id, email: body.email, requestId });
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

/** Each person has a log-in, a welcome message and the audit row of the call that made them, and none lies alone (D:W28). */
async function expectWhole(api: ServedApi): Promise<void> {
  const [counts] = await api.rows(
    `SELECT
    (SELECT count(*) FROM "shaon_employee") AS employees,
    (SELECT count(*) FROM "shaon_login") AS logins,
    (SELECT count(*) FROM "shaon_login" l JOIN "shaon_employee" e ON e.company_id = l.company_id AND e.id = l.employee_id) AS pairs,
    (SELECT count(*) FROM "shaon_message") AS messages,
    (SELECT count(*) FROM "shaon_audit" WHERE kind = 'api' AND status = 201) AS audited`,
  );
  const numbers = Object.fromEntries(Object.entries(counts ?? {}).map(([name, count]) => [name, Number(count)]));
  const { employees } = numbers;
  expect(numbers).to.deep.equal({
    employees,
    logins: employees,
    pairs: employees,
    messages: employees,
    audited: employees,
  });
}
