import { isShaonError } from '@shaon/core';
import { expect } from 'chai';
import { resolveWebhooksOptions, type WebhooksOptions } from '../src/options.ts';
import { createAuthority } from './receiver/certificates.ts';

function refused(options: WebhooksOptions): string | null {
  try {
    resolveWebhooksOptions(options);
    return null;
  } catch (error) {
    if (!isShaonError(error, 'options_invalid')) throw error;
    return error.message;
  }
}

describe('the options of webhooks', () => {
  it('take further authorities as certificates, and no part of one', async () => {
    const { ca } = await createAuthority();
    const broken = ca.replace(/[A-Za-z0-9+/]{40}\n/, 'AAAA\n');
    expect(broken).not.to.equal(ca);
    expect(refused({ extraCa: `# ours\n${ca}\n# theirs\n${ca}` })).to.equal(null);
    for (const none of ['', 'garbage', 5 as never, [ca] as never, ca.replaceAll('CERTIFICATE', 'PUBLIC KEY')]) {
      expect(refused({ extraCa: none })).to.equal('extraCa is certificates in PEM form.');
    }
    for (const second of [broken, ca.slice(0, -40), '-----BEGIN CERTIFICATE-----']) {
      expect(refused({ extraCa: ca + second })).to.equal('extraCa: its certificate 2 of 2 cannot be read.');
    }
  });

  it('may all be undefined', () => {
    const nothing = {
      waitsMs: undefined,
      deadlineMs: undefined,
      disableAfter: undefined,
      onFailing: undefined,
      maxEndpoints: undefined,
      allow: undefined,
      extraCa: undefined,
      proxy: undefined,
      resolveName: undefined,
      keepSucceededDays: undefined,
      keepFailedDays: undefined,
    } satisfies Record<keyof WebhooksOptions, undefined>;
    expect(refused(nothing)).to.equal(null);
  });

  it('are refused when they are no options of it, or out of their bounds', () => {
    expect(refused({ retries: 3 } as never)).to.equal('createWebhooks has no option retries.');
    expect(refused({ deadlineMs: 60_001 })).to.equal('deadlineMs is a whole number from 1 to 60000.');
    expect(refused({ waitsMs: [1, -1] })).to.match(/^waitsMs is/);
  });

  it('are refused when they are of another type', () => {
    for (const [name, value] of Object.entries({
      waitsMs: '10',
      allow: '10.0.0.0/8',
      onFailing: 'mail',
      resolveName: {},
      disableAfter: '5',
    }))
      expect(refused({ [name]: value } as never), name).to.match(new RegExp(`^${name} is`));
    for (const proxy of ['proxy:3128', 'https://proxy', 'http://u:hunter2@proxy/x', 5 as never]) {
      expect(refused({ proxy }))
        .to.match(/^proxy is the address of an HTTP proxy/)
        .and.not.include('hunter2');
    }
    expect(refused({ allow: [5 as never] })).to.match(/: 5$/);
  });
});
