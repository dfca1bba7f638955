import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import {
  expressWebhook,
  fetchWebhook,
  koaWebhook,
  signTestWebhook,
  type WebhookErrorCode,
  type WebhookEvent,
} from '../../src/webhooks/index.ts';
import { otherSecret, secret } from './vectors.ts';

const data = { employee_id: 61, name: 'דנה 😀', email: 'd@acme.example', department_id: null, branch_id: null };

interface Receiver {
  /** Where it listens; undefined where it is called without a socket. */
  port?: number;
  send(init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

interface Heard {
  events: WebhookEvent[];
  refused: WebhookErrorCode[];
}

async function listen(listener: RequestListener): Promise<Receiver> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (init) => fetch(`http://127.0.0.1:${port}/hook`, init),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A listener that keeps what it hears and fails for the event that asks for it. */
function ear(heard: Heard) {
  return async (event: WebhookEvent) => {
    if (event.event === 'employee.updated') throw new Error('the listener failed');
    heard.events.push(event);
  };
}

const optionsOf = (heard: Heard) => ({
  maxBodyBytes: 5_000,
  onRefused: ({ code }: { code: WebhookErrorCode }) => heard.refused.push(code),
});

const receivers: Record<string, (heard: Heard) => Promise<Receiver>> = {
  koaWebhook: (heard) => {
    const app = new Koa({ env: 'test' });
    app.silent = true;
    app.use(koaWebhook(secret, ear(heard), optionsOf(heard)));
    return listen(app.callback());
  },
  'koaWebhook behind a parser that keeps the raw text': (heard) => {
    const app = new Koa({ env: 'test' });
    app.silent = true;
    app.use(async (context, next) => {
      const chunks: Buffer[] = [];
      for await (const chunk of context.req) chunks.push(chunk as Buffer);
      const rawBody = Buffer.concat(chunks).toString('utf8');
      Object.assign(context.request, { rawBody, body: rawBody === '' ? {} : JSON.parse(rawBody) });
      await next();
    });
    app.use(koaWebhook(secret, ear(heard), optionsOf(heard)));
    return listen(app.callback());
  },
  expressWebhook: (heard) => {
    const app = express().set('env', 'test');
    app.all('/hook', expressWebhook(secret, ear(heard), optionsOf(heard)));
    return listen(app);
  },
  'expressWebhook on plain node:http': (heard) => listen(expressWebhook(secret, ear(heard), optionsOf(heard))),
  'expressWebhook behind express.raw': (heard) => {
    const app = express().set('env', 'test');
    app.use(express.raw({ type: '*/*' }));
    app.all('/hook', expressWebhook(secret, ear(heard), optionsOf(heard)));
    return listen(app);
  },
  fetchWebhook: async (heard) => {
    const handle = fetchWebhook(secret, ear(heard), optionsOf(heard));
    return {
      send: (init) =>
        handle(new Request('https://receiver.example/hook', init)).catch(() => new Response(null, { status: 500 })),
      close: async () => undefined,
    };
  },
};

for (const [name, open] of Object.entries(receivers))
  describe(name, () => {
    let receiver: Receiver;
    const heard: Heard = { events: [], refused: [] };

    before(async () => {
      receiver = await open(heard);
    });
    after(() => receiver.close());
    beforeEach(() => {
      heard.events.length = 0;
      heard.refused.length = 0;
    });

    it('hands over a verified event and answers 204', async () => {
      const response = await receiver.send(await signTestWebhook({ event: 'employee.created', data, secret }));
      expect(response.status).to.equal(204);
      expect(heard.events).to.have.length(1);
      expect(heard.events[0]?.data).to.deep.equal(data);
    });

    it('refuses what does not verify, and says so to its own log only by a code', async () => {
      const response = await receiver.send(
        await signTestWebhook({ event: 'employee.created', data, secret: otherSecret }),
      );
      expect(response.status).to.equal(400);
      expect(await response.json()).to.deep.equal({ message: 'no_secret_matches' });
      expect(heard).to.deep.equal({ events: [], refused: ['no_secret_matches'] });
    });

    it('answers 405 to anything but POST', async () => {
      const response = await receiver.send({ method: 'GET' });
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('POST');
    });

    it('answers 413 to a body that is too large', async () => {
      const signed = await signTestWebhook({
        event: 'employee.created',
        data: { ...data, name: 'x'.repeat(9_000) },
        secret,
      });
      expect((await receiver.send(signed)).status).to.equal(413);
      expect(heard.refused).to.deep.equal(['body_too_large']);
    });

    it('answers 500 when the listener fails, so that the service tries again', async () => {
      const updated = { ...data, status: 'active' };
      const { error } = console;
      const told: unknown[] = [];
      console.error = (fault: unknown) => told.push(fault);
      try {
        const signed = await signTestWebhook({ event: 'employee.updated', data: updated, secret });
        expect((await receiver.send(signed)).status).to.equal(500);
      } finally {
        console.error = error;
      }
      // A framework tells it in its own way.
      const isPlain = name === 'expressWebhook on plain node:http';
      expect(told.map((fault) => (fault as Error).message)).to.deep.equal(isPlain ? ['the listener failed'] : []);
    });
  });

const onSockets = ['koaWebhook', 'expressWebhook', 'expressWebhook on plain node:http'] as const;

describe('a stranger who hangs up in the middle of a body', () => {
  for (const name of onSockets)
    it(`is a refused request of ${name} and ends nothing`, async () => {
      const heard: Heard = { events: [], refused: [] };
      const receiver = await (receivers[name] as (heard: Heard) => Promise<Receiver>)(heard);
      const socket = connect(receiver.port ?? 0, '127.0.0.1');
      socket.write('POST /hook HTTP/1.1\r\nHost: receiver.example\r\nContent-Length: 100\r\n\r\n{');
      setTimeout(() => socket.destroy(), 50);
      for (let tries = 0; heard.refused.length === 0 && tries < 1_000; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(heard.refused).to.deep.equal(['body_incomplete']);
      const response = await receiver.send(await signTestWebhook({ event: 'employee.created', data, secret }));
      await receiver.close();
      expect(response.status).to.equal(204);
    });

  it('is a refused request of fetchWebhook', async () => {
    const heard: Heard = { events: [], refused: [] };
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const request = new Request('https://receiver.example/hook', init);
    expect((await fetchWebhook(secret, ear(heard), optionsOf(heard))(request)).status).to.equal(400);
    expect(heard.refused).to.deep.equal(['body_incomplete']);
  });
});

describe('an adapter with a bound of bodies that is none', () => {
  for (const maxBodyBytes of [Number.NaN, -1, '5000'])
    it(`says so and answers 500: ${maxBodyBytes}`, async () => {
      const heard: Heard = { events: [], refused: [] };
      const options = { ...optionsOf(heard), maxBodyBytes: maxBodyBytes as number };
      const { headers, body } = await signTestWebhook({ event: 'employee.created', data, secret });
      const request = new Request('https://receiver.example/hook', { method: 'POST', headers, body });
      const response = await fetchWebhook(secret, ear(heard), options)(request);
      expect(response.status).to.equal(500);
      expect(heard).to.deep.equal({ events: [], refused: ['invalid_option'] });
    });
});

describe('an adapter behind a parser that has eaten the body', () => {
  it('says so and answers 500', async () => {
    const heard: Heard = { events: [], refused: [] };
    const app = express().set('env', 'test');
    app.use(express.json());
    app.all('/hook', expressWebhook(secret, ear(heard), optionsOf(heard)));
    const receiver = await listen(app);
    const response = await receiver.send(await signTestWebhook({ event: 'employee.created', data, secret }));
    await receiver.close();
    expect(response.status).to.equal(500);
    expect(heard.refused).to.deep.equal(['body_parsed']);
  });

  it('says so for a Request that was read', async () => {
    const heard: Heard = { events: [], refused: [] };
    const signed = await signTestWebhook({ event: 'employee.created', data, secret });
    const request = new Request('https://receiver.example/hook', signed);
    await request.json();
    expect((await fetchWebhook(secret, ear(heard), optionsOf(heard))(request)).status).to.equal(500);
    expect(heard.refused).to.deep.equal(['body_parsed']);
  });
});
