import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createV1Routes, v1RequestListener } from '@shaon/http-koa';
import { expect } from 'chai';
import Koa from 'koa';
import { BASE_URL, newEmployee, withApi } from '../support.ts';

/** The listeners are written for HTTP/1; `node:http2` gives them requests and responses of the same form. */
type Http2Listener = Parameters<typeof createServer>[0] & object;

withApi('the API in a server of node:http2', (api) => {
  const options = { baseUrl: BASE_URL, path: '/api/v1' };
  const listeners = {
    'node:http2': () => v1RequestListener(api.core, options),
    Koa: () => new Koa().use(createV1Routes(api.core, options)).callback(),
  };
  for (const [kind, listener] of Object.entries(listeners)) {
    describe(kind, () => {
      let server: Http2Server;
      let client: ClientHttp2Session;

      before(async () => {
        server = createServer(listener() as unknown as Http2Listener).listen(0, '127.0.0.1');
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

      it('takes a request without a body as one with an empty object', async () => {
        const { id } = await api.core.employees.create(api.company, newEmployee());
        expect((await call('PATCH', `/employees/${id}`)).status).to.equal(200);
        expect((await call('POST', '/employees')).status).to.equal(422);
        expect((await call('POST', `/employees/${id}/deactivate`, { ignored: true })).status).to.equal(200);
      });
    });
  }
});
