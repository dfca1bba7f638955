import type { RequestListener } from 'node:http';
import { createDocsRoutes, type DocsOptions, docsRequestListener } from '@shaon/http-koa';
import { listen } from '@shaon/testing';
import { expect } from 'chai';
import express from 'express';
import Koa from 'koa';
import mount from 'koa-mount';

const baseUrl = 'https://hr.example/api/v1';

/** Each way of serving the documentation, and the path under which it then is. */
const SERVED: Readonly<Record<string, readonly [path: string, listener: () => RequestListener]>> = {
  'Koa at the root': ['', () => new Koa().use(createDocsRoutes({ baseUrl })).callback()],
  'Koa with a path': ['/shaon', () => new Koa().use(createDocsRoutes({ baseUrl, path: '/shaon' })).callback()],
  'koa-mount': ['/shaon', () => new Koa().use(mount('/shaon', createDocsRoutes({ baseUrl }))).callback()],
  Express: ['/shaon', () => express().use('/shaon', docsRequestListener({ baseUrl })) as RequestListener],
  'plain node:http': ['/shaon', () => docsRequestListener({ baseUrl, path: '/shaon/' })],
};

describe('the documentation in a web server of a product', () => {
  for (const [server, [path, listener]] of Object.entries(SERVED)) {
    it(`is there with all its files: ${server}`, async () => {
      const { url, close } = await listen(listener());
      try {
        // With a slash at its end the relative links of the page would lead elsewhere.
        const page = await fetch(`${url}${path}/docs/`);
        expect([page.status, page.url]).deep.equal([200, `${url}${path}/docs`]);
        const html = await page.text();
        expect(html).to.include(baseUrl);
        const files = [...html.matchAll(/(?:href|src)="([^"#:]+)"/g)].map(([, link = '']) => new URL(link, page.url));
        expect(files).to.have.lengthOf.above(6);
        for (const file of files) expect((await fetch(file)).status, file.href).equal(200);
        const contract = (await (await fetch(`${url}${path}/openapi.json`)).json()) as { servers: object[] };
        expect(contract.servers).deep.equal([{ url: baseUrl }]);
        expect((await fetch(`${url}${path}/nowhere`)).status).equal(404);
        if (path !== '') expect((await fetch(`${url}/docs`)).status).equal(404);
      } finally {
        await close();
      }
    });
  }

  it('is refused with a wrong option by its name', () => {
    const wrong = {
      baseUrl: { baseUrl: 'https://hr.example' },
      path: { baseUrl, path: 'docs' },
      pth: { baseUrl, pth: '' },
    };
    for (const [name, options] of Object.entries(wrong)) {
      for (const make of [createDocsRoutes, docsRequestListener]) {
        expect(() => make(options as DocsOptions)).to.throw(name);
      }
    }
  });
});
