import sdk = require('@shaon/client-sdk');
import webhooks = require('@shaon/client-sdk/webhooks');

const shaon = new sdk.ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't' });

export async function names(): Promise<string[]> {
  const event = await webhooks.verifyWebhook('{}', {}, 'whsec_a');
  return [...(await shaon.departments.list()).map(({ name }) => name), event.sent_at];
}

export async function firstPage(): Promise<number> {
  const { data, response } = await shaon.employees.list({ per_page: 5 }).page().withResponse();
  const three: sdk.Employee[] = await shaon.employees.list().toArray({ limit: 3 });
  return response.status + data.meta.total + three.length;
}
