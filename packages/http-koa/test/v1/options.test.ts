import { isShaonError } from '@shaon/core';
import { createV1Routes, type V1Options, type V1Services } from '@shaon/http-koa';
import { expect } from 'chai';
import { BASE_URL, withApi } from '../support.ts';

withApi('the options of createV1Routes', (test) => {
  const make = (options: Partial<V1Options>, services: Partial<V1Services> = {}) => {
    return () => createV1Routes({ ...test.core, ...services }, { baseUrl: BASE_URL, ...options });
  };

  for (const limitPerMinute of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuse a limit of ${limitPerMinute} (D:A5)`, () => {
      expect(make({ limitPerMinute }))
        .to.throw()
        .that.satisfies((error: unknown) => isShaonError(error, 'options_invalid'));
    });
  }

  const refused: readonly (readonly [string, object])[] = [
    ['clientAddress', { clientAddress: '10.0.0.1' }],
    ['isAvailable', { isAvailable: true }],
    ['isSecure', { isSecure: true }],
    ['limitStore', { limitStore: {} }],
    ['limitStore', { limitStore: async () => ({ consume: () => undefined }) }],
    ['limitStore', { limitStore: () => Promise.reject(new Error('no store')) }],
    ['path', { path: 1 }],
    ['trustedProxies', { trustedProxies: ['10.0.0.0/'] }],
    ...[
      'https://app.example/',
      'https://app.example/x',
      'https://APP.example',
      'https://app.example:443',
      '*',
      'null',
    ].map((origin) => ['corsOrigins', { corsOrigins: [origin] }] as const),
    ['corsOrigins', { corsOrigins: 'https://app.example' }],
  ];
  for (const [name, options] of refused) {
    it(`refuse a wrong ${name}: ${JSON.stringify(options)}`, () => {
      expect(make(options))
        .to.throw(name)
        .that.satisfies((error: unknown) => isShaonError(error, 'options_invalid'));
    });
  }

  it('take the origins of pages in the form of browsers (D:H11)', () => {
    expect(
      make({ corsOrigins: ['https://app.example', 'http://localhost:3000', 'https://[::1]:8443'] }),
    ).not.to.throw();
  });

  it('take a limit of 1', () => {
    expect(make({ limitPerMinute: 1 })).not.to.throw();
  });

  it('may be undefined, but for the base address', () => {
    const nothing = {
      path: undefined,
      trustedProxies: undefined,
      clientAddress: undefined,
      limitPerMinute: undefined,
      limitStore: undefined,
      limitHealth: undefined,
      corsOrigins: undefined,
      isAvailable: undefined,
      isSecure: undefined,
      log: undefined,
    } satisfies Record<Exclude<keyof V1Options, 'baseUrl'>, undefined>;
    expect(make(nothing)).not.to.throw();
  });

  it('are told which method a service lacks, when the routes are made', () => {
    const { list, get } = test.core.employees;
    const lacking: [Partial<V1Services>, string][] = [
      [{ employees: { list } as never }, 'employees.get()'],
      [{ leave: undefined as never }, 'leave.list()'],
      [{ organization: {} as never }, 'organization.departments(), organization.branches()'],
      [{ employees: { list, get, freeze: test.core.employees.freeze } as never }, 'employees.exists()'],
    ];
    for (const [services, named] of lacking) {
      expect(make({}, services))
        .to.throw(named)
        .that.satisfies((error: unknown) => isShaonError(error, 'options_invalid'));
    }
  });
});
