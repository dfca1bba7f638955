import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createV1Routes, v1RequestListener } from '@shaon/http-koa';
import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import Koa from 'koa';
import { BASE_URL, newEmployee, withApi } from '../support.ts';

/** The listeners are written for HTTP/1; `node:http2` gives them requests and responses of the same form. */
type Http2Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A host whose own middleware takes a while: it passes a call with this request id on when the caller has gone. */
function cancelledFirst(listener: Http2Listener): Http2Listener {
  return (request, response) => {
    const isLate = String(request.headers['x-request-id']).startsWith('cancelled-');
    if (isLate) request.stream.once('close', () => listener(request, response));
    else listener(request, response);
  };
}

withApi('the API in a server of node:http2', (api) => {
  const options = { baseUrl: BASE_URL, path: '/api/v1' };
  const listeners = {
    'node:http2': () => v1RequestListener(api.core, options),
    Koa: () => {
      const app = new Koa().use(createV1Routes(api.core, options));
      // Koa itself prints the error of a cancelled call.
      app.silent = true;
      return app.callback();
    },
  };
  const audited = async (requestId: string): Promise<unknown[]> => {
    const sql = rawSql('SELECT status FROM "shaon_audit" WHERE request_id = $1');
    const rows = await api.core.extension.database.allCompanies().run(sql, [requestId]);
    return rows.map(({ status }) => status);
  };
  for (const [kind, listener] of Object.entries(listeners)) {
    describe(kind, () => {
      let server: Http2Server;
      let client: ClientHttp2Session;

      before(async () => {
        server = createServer(cancelledFirst(listener() as unknown as Http2Listener)).listen(0, '127.0.0.1');
        await once(server, 'listening');
        client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      });

      after(() => {
        client.close();
        server.close();
      });

      /** Node's client does not announce a body's length. */
      async function call(method: string, path: string, body?: object): Promise<{ status: unknown; body: unknown }> {
        const request = client.request(
          { ':method': method, ':path': `/api/v1${path}`, authorization: `Bearer ${api.token}` },
          { endStream: body === undefined },
        );
        const head = once(request, 'response');
        if (body !== undefined) request.end(JSON.stringify(body));
        const [headers] = (await head) as [Record<string, unknown>];
        return { status: headers[':status'], body: JSON.parse(await text(request)) };
      }

      it('reads bodies whose length is not announced', async () => {
        const { id } = await api.core.employees.create(api.company, newEmployee());
        expect((await call('PATCH', `/employees/${id}`, { name: 'Dana' })).status).to.equal(200);
        expect((await api.core.employees.get(api.company, id)).name).to.equal('Dana');
        expect((await call('POST', '/employees', newEmployee())).status).to.equal(201);
        expect((await call('POST', '/employees', { name: 'x'.repeat(200_000) })).status).to.equal(413);
      });

      it('sends no header of a connection with a refusal', async () => {
        const names: string[] = [];
        server.prependOnceListener('request', (_request, response) => {
          const setHeader = response.setHeader.bind(response);
          response.setHeader = (name, value) => {
            names.push(name.toLowerCase());
            return setHeader(name, value);
          };
        });
        expect((await call('POST', '/employees', { name: 'x'.repeat(200_000) })).status).to.equal(413);
        expect(names).to.include('x-request-id').and.not.include('connection');
      });

      it('audits a call that was cancelled before its body was read', async () => {
        const request = client.request({
          ':method': 'PATCH',
          ':path': '/api/v1/employees/1',
          authorization: `Bearer ${api.token}`,
          'x-request-id': `cancelled-${kind.replace(':', '-')}`,
        });
        request.write('{"name":"Half"}');
        await sleep(20);
        request.on('error', () => undefined).destroy(new Error('cancelled'));
        let statuses: unknown[] = [];
        for (let tries = 0; tries < 100 && statuses.length === 0; tries++) {
          await sleep(20);
          statuses = await audited(`cancelled-${kind.replace(':', '-')}`);
        }
        expect(statuses).to.deep.equal([400]);
      });

      it('takes a request without a body as one with an empty object', async () => {
        const { id } = await api.core.employees.create(api.company, newEmployee());
        expect((await call('PATCH', `/employees/${id}`)).status).to.equal(200);
        expect((await call('POST', '/employees')).status).to.equal(422);
        expect((await call('POST', `/employees/${id}/deactivate`, { ignored: true })).status).to.equal(200);
      });
    });
  }
});
