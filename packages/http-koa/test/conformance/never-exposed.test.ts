import { Readable } from 'node:stream';
import { createCore } from '@shaon/core';
import { TestClock, validIdNumber } from '@shaon/testing';
import { createWebhooks } from '@shaon/webhooks';
import { expect } from 'chai';
import { confidentialValues } from '../confidential-values.ts';
import { TEST_KEYS } from '../host/running-shaon.ts';
import { newEmployee } from '../support.ts';
import { withServer } from './served-api.ts';

/** Values that stand nowhere else, so that each find is a leak. */
const HOURLY = '7391.2718';
const GLOBAL = '83917.64';
const ID_NUMBERS = [validIdNumber(38_271_946), validIdNumber(1_938_274).slice(1)];
const DOCUMENT = { name: 'diagnosis-of-39482.pdf', content: '%PDF-1.4 sensitive-39482' };
const PASSWORD = 'a password of 39482';

withServer('v1 and what is never exposed', (api) => {
  it('shows nothing of it in any answer, whatever was stored, asked or refused (SPEC 1)', async () => {
    const core = await createCore({
      ...{ database: api.database.connection(), keys: TEST_KEYS, clock: new TestClock(new Date()) },
    });
    const webhooks = await createWebhooks(core);
    try {
      const secrets = new Map<string, 'webhook secret' | 'document' | 'password'>([
        [DOCUMENT.content, 'document'],
        [PASSWORD, 'password'],
      ]);
      const created = [
        await api.call('POST', '/employees', { body: newEmployee({ id_number: ID_NUMBERS[0], hourly_rate: HOURLY }) }),
        await api.call('POST', '/employees', {
          body: newEmployee({ id_number: ID_NUMBERS[1], salary_type: 'global', global_salary: Number(GLOBAL) }),
        }),
      ];
      expect(created.map(({ status }) => status)).to.deep.equal([201, 201]);
      const ids = created.map(({ body }) => body.data.id as number);
      // A freeze wipes what was not sent yet (D:A15), so the passwords are looked up while they wait.
      const waiting = await confidentialValues(core, api.folder);
      await core.absenceTypes.createDefaults(api.company);
      for (const employee_id of ids) {
        await core.attendance.punchIn(api.company, employee_id);
        const [request] = await core.leave.submit(api.company, { employee_id, dates: ['2026-06-01'], type: 'מחלה' });
        const content = Readable.from([Buffer.from(DOCUMENT.content)]);
        const document = { name: DOCUMENT.name, type: 'application/pdf', content };
        await core.leave.attachDocument(api.company, request?.id as number, document);
      }
      const email = 'office@example.test';
      const { link } = await core.accounts.create(api.company, { name: 'Office', email, role: 'admin' });
      await core.accounts.useLink(link.secret, PASSWORD);
      const session = await core.accounts.signIn({ email, password: PASSWORD });
      secrets.set(session.secret, 'password').set(link.secret, 'password');
      const endpoint = { url: 'https://93.184.216.34/hook', events: ['employee.created'] as const };
      const { secret } = await webhooks.endpoints.register(api.company, endpoint);
      secrets.set(secret, 'webhook secret').set(secret.slice('whsec_'.length), 'webhook secret');

      const reads = ['/attendance', '/employees', '/leave', '/departments', '/branches', '/shifts', '/nowhere'];
      for (const path of [...reads, ...ids.map((id) => `/employees/${id}`)]) await api.call('GET', path);
      for (const [index, id] of ids.entries()) {
        const path = `/employees/${id}`;
        for (const act of ['deactivate', 'activate']) await api.call('POST', `${path}/${act}`);
        await api.call('PATCH', path, { body: { name: 'Dana', address: 'הרצל 39482' } });
        // Refusals of the very values: taken, wrong in form, and not to be set.
        await api.call('POST', '/employees', { body: newEmployee({ id_number: ID_NUMBERS[index] }) });
        await api.call('POST', '/employees', { body: newEmployee({ hourly_rate: `${HOURLY}${GLOBAL}` }) });
        await api.call('PATCH', path, {
          body: { id_number: ID_NUMBERS[index], hourly_rate: HOURLY, password: PASSWORD },
        });
        await api.call('GET', `/employees?id_number=${ID_NUMBERS[index]}&salary=${HOURLY}`);
      }

      const values = new Map([...waiting, ...(await confidentialValues(core, api.folder))]);
      const kinds = ['id number', 'amount', 'password', 'digest or ciphertext', 'document'];
      expect([...new Set(values.values())]).to.include.members(kinds);
      for (const value of [...ID_NUMBERS, HOURLY, GLOBAL, DOCUMENT.name]) expect([...values.keys()]).to.include(value);
      api.answers.assertWithout(new Map([...values, ...secrets]));
    } finally {
      await webhooks.stop();
      await core.close();
    }
  });
});
