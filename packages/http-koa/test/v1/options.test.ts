import { type Core, isShaonError, silentLog } from '@shaon/core';
import { createV1Routes, type V1Options } from '@shaon/http-koa';
import { expect } from 'chai';
import { BASE_URL } from '../support.ts';

describe('the options of createV1Routes', () => {
  const core = { extension: { log: silentLog } } as unknown as Core;
  const make = (options: Partial<V1Options>) => () => createV1Routes(core, { baseUrl: BASE_URL, ...options });

  for (const limitPerMinute of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuse a limit of ${limitPerMinute} (D:A5)`, () => {
      expect(make({ limitPerMinute }))
        .to.throw()
        .that.satisfies((error: unknown) => isShaonError(error, 'options_invalid'));
    });
  }

  it('take a limit of 1', () => {
    expect(make({ limitPerMinute: 1 })).not.to.throw();
  });
});
