import type { RequestListener } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { CoreLog } from '@shaon/core';
import { type AdminOptions, adminRequestListener, createAdminRoutes } from '@shaon/http-koa/admin';
import { type Listening, listen } from '@shaon/testing';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import mount from 'koa-mount';
import { HtmlBrowser, type ShownPage } from './html-browser.ts';
import { PASSWORD, type PagesTest, withPages } from './support.ts';

const PATH = '/settings/shaon';
const FROM_THE_HOST = 'a page of the host';

/** Where requests that are none of ours go. */
const hostPage = (ctx: Koa.Context) => {
  ctx.body = FROM_THE_HOST;
};

interface Mounting {
  readonly path: string;
  readonly listener: (test: PagesTest, options: AdminOptions) => RequestListener;
  /** What another path of the same server answers. */
  readonly outside: { readonly status: number; readonly text: string };
}

const ours = { status: 200, text: FROM_THE_HOST };

const MOUNTINGS: Readonly<Record<string, Mounting>> = {
  'koa-mount': {
    path: PATH,
    listener: ({ core, webhooks }, options) =>
      new Koa()
        .use(mount(PATH, createAdminRoutes(core, webhooks, options)))
        .use(hostPage)
        .callback(),
    outside: ours,
  },
  'Koa with a path, behind a router of the host': {
    path: PATH,
    listener({ core, webhooks }, options) {
      const router = new Router();
      router.get(`${PATH}/tokens`, (ctx, next) => {
        ctx.newRouterPath = '/elsewhere';
        return next();
      });
      router.all('/*rest', createAdminRoutes(core, webhooks, { ...options, path: PATH }) as never);
      return new Koa().use(router.routes()).use(hostPage).callback();
    },
    outside: ours,
  },
  Express: {
    path: PATH,
    listener: ({ core, webhooks }, options) =>
      express()
        .use(PATH, adminRequestListener(core, webhooks, options))
        .use((_request, response) => void response.end(FROM_THE_HOST)),
    outside: ours,
  },
  'plain node:http with a path': {
    path: PATH,
    listener: ({ core, webhooks }, options) => adminRequestListener(core, webhooks, { ...options, path: PATH }),
    outside: { status: 404, text: 'Not Found' },
  },
  'plain node:http at the root': {
    path: '',
    listener: ({ core, webhooks }, options) => adminRequestListener(core, webhooks, options),
    outside: { status: 404, text: '' },
  },
};

withPages('the pages in a web server', (test) => {
  const running: Listening[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  async function serve(path: string, make: (options: AdminOptions) => RequestListener): Promise<string> {
    let handler: RequestListener = () => undefined;
    const listening = await listen((request, response) => handler(request, response));
    running.push(listening);
    handler = make({ baseUrl: listening.url + path });
    return listening.url;
  }

  async function signIn(browser: HtmlBrowser, path: string): Promise<ShownPage> {
    await browser.get(`${path}/tokens`);
    return browser.submit('/sign-in', { email: test.admin.email, password: PASSWORD });
  }

  for (const [title, { path, listener, outside }] of Object.entries(MOUNTINGS)) {
    describe(title, () => {
      let origin: string;
      let browser: HtmlBrowser;
      beforeEach(async () => {
        origin = await serve(path, (options) => listener(test, options));
        browser = new HtmlBrowser(origin);
      });

      it('leads to the sign-in and from there to the page that was asked for', async () => {
        const first = await fetch(`${origin}${path}`, { redirect: 'manual' });
        expect([first.status, first.headers.get('location')]).to.deep.equal([303, `${path}/sign-in`]);
        const page = await signIn(browser, path);
        expect([page.status, page.path]).to.deep.equal([200, `${path}/tokens`]);
        expect(page.main).to.include('API tokens');
        expect((await browser.get(`${path}/`)).path).to.match(new RegExp(`^${path}/[\\w-]+$`));
      });

      it('has every link, form and file under its path', async () => {
        await signIn(browser, path);
        for (const asked of ['/tokens', '/webhooks/new', '/deliveries', '/account', '/nowhere']) {
          const { document } = await browser.get(path + asked);
          const there = ['href', 'src', 'action'].flatMap((name) =>
            document.querySelectorAll(`[${name}]`).map((element) => element.getAttribute(name) ?? ''),
          );
          const own = there.filter((address) => !address.startsWith('#'));
          expect(own).to.have.lengthOf.above(10);
          expect(own.filter((address) => !address.startsWith(`${path}/`))).to.deep.equal([]);
          for (const file of own.filter((address) => address.includes('/assets/'))) {
            const { status, headers } = await fetch(origin + file);
            expect([status, headers.get('content-type')?.split(';')[0]], file).to.deep.equal([200, typeOf(file)]);
          }
        }
      });

      it('acts on its forms, and ends a session', async () => {
        await signIn(browser, path);
        expect(browser.session).to.be.a('string');
        const page = await browser.submit('/sign-out');
        expect(page.path).to.match(new RegExp(`^${path}/sign-in`));
        expect(browser.session).to.equal(undefined);
      });

      it('answers what is not there below its path, and leaves the rest alone', async () => {
        const below = await browser.get(`${path}/nowhere`);
        expect(below.status).to.equal(404);
        expect(below.main).to.include('No such page');
        const wrong = await browser.request('POST', `${path}/tokens/1`, '');
        expect(wrong.status).to.be.oneOf([404, 405]);
        for (const elsewhere of ['/settings/shaonx', '/settings', '/x']) {
          const answer = await browser.get(elsewhere);
          expect(answer.status, elsewhere).to.equal(outside.status);
          if (path !== '') expect(answer.text, elsewhere).to.equal(outside.text);
        }
      });
    });
  }

  it('has cookies for https alone where its public address is https, named after that address', async () => {
    const origin = await serve(
      PATH,
      (options) =>
        MOUNTINGS['koa-mount']?.listener(test, { ...options, baseUrl: `https://hr.example${PATH}` }) as RequestListener,
    );
    const { headers } = await fetch(`${origin}${PATH}/sign-in`);
    const cookies = headers.getSetCookie();
    expect(cookies).to.have.lengthOf(1);
    expect(cookies[0]).to.match(/^__Host-shaon_form_1abecace=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(headers.get('strict-transport-security')).to.match(/^max-age=31536000/);
  });

  it('names its cookies otherwise at another port, because browsers send them to all ports of a host', async () => {
    const names = [];
    for (const port of [8080, 8090]) {
      const baseUrl = `http://127.0.0.1:${port}${PATH}`;
      const origin = await serve(
        PATH,
        (options) => MOUNTINGS['koa-mount']?.listener(test, { ...options, baseUrl }) as RequestListener,
      );
      const { headers } = await fetch(`${origin}${PATH}/sign-in`);
      names.push(headers.getSetCookie()[0]?.split('=')[0]);
    }
    expect(names).to.deep.equal([...new Set(names)]);
    for (const name of names) expect(name).to.match(/^shaon_form_[0-9a-f]{8}$/);
  });

  it('are for nobody where the product sets an account on its context only after its log-in', async () => {
    const origin = await serve(PATH, (options) =>
      new Koa()
        .use(
          mount(
            PATH,
            createAdminRoutes(test.core, test.webhooks, {
              ...options,
              accountFromRequest: (ctx) => ctx.state.account,
              signInUrl: '/log-in?next={page}',
            }),
          ),
        )
        .callback(),
    );
    const { status, headers } = await fetch(`${origin}${PATH}/tokens`, { redirect: 'manual' });
    expect([status, headers.get('location')]).to.deep.equal([
      303,
      `/log-in?next=${encodeURIComponent(`${PATH}/tokens`)}`,
    ]);
  });

  describe('behind a body parser of the host', () => {
    const logged: string[] = [];
    const log: CoreLog = {
      info: () => undefined,
      warn: () => undefined,
      error: (_fields, message) => void logged.push(message),
    };
    const PARSED: Record<string, Mounting['listener']> = {
      Koa: ({ core, webhooks }, options) =>
        new Koa()
          .use(bodyParser())
          .use(mount(PATH, createAdminRoutes(core, webhooks, { ...options, log })))
          .callback(),
      Express: ({ core, webhooks }, options) =>
        express()
          .use(express.urlencoded({ extended: false }))
          .use(PATH, adminRequestListener(core, webhooks, { ...options, log })),
    };
    PARSED['a stream with an encoding'] = ({ core, webhooks }, options) => {
      const pages = express().use(PATH, adminRequestListener(core, webhooks, { ...options, log }));
      return (request, response) => pages(request.setEncoding('utf8'), response);
    };
    for (const [title, listener] of Object.entries(PARSED)) {
      it(`says in the log what is wrong: ${title}`, async () => {
        logged.length = 0;
        const browser = new HtmlBrowser(await serve(PATH, (options) => listener(test, options)));
        const page = await signIn(browser, PATH);
        expect(page.status).to.equal(500);
        expect(page.main).to.include('Something went wrong');
        expect(logged).to.include(
          'A form was read or decoded before Shaon saw it: mount the pages before any body parser',
        );
      });
    }
  });
});

function typeOf(file: string): string {
  if (file.endsWith('.css')) return 'text/css';
  return file.endsWith('.js') ? 'text/javascript' : 'image/svg+xml';
}
