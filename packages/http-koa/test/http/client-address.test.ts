import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { trustedProxyAddress } from '../../src/http/client-address.ts';

describe('the address of a caller', () => {
  const addressOf = trustedProxyAddress(['10.0.0.0/8', 'fd00::/8']);
  const from = (remoteAddress: string, forwarded?: string) =>
    addressOf({
      socket: { remoteAddress },
      rawHeaders: [],
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage);

  it('is the peer’s where the peer is no trusted proxy, whatever it claims', () => {
    expect(from('203.0.113.9', '198.51.100.7')).to.equal('203.0.113.9');
    expect(from('203.0.113.9')).to.equal('203.0.113.9');
  });

  it('is the last one that no trusted proxy has, read from the end', () => {
    expect(from('10.0.0.1', '192.0.2.1, 198.51.100.7, 10.0.0.2')).to.equal('198.51.100.7');
    expect(from('::ffff:10.0.0.1', '198.51.100.7')).to.equal('198.51.100.7');
    expect(from('10.0.0.1', '198.51.100.7, nonsense')).to.equal('10.0.0.1');
    expect(from('10.0.0.1')).to.equal('10.0.0.1');
  });

  it('is read without the port and the brackets that a proxy has written', () => {
    const written: Readonly<Record<string, string>> = {
      '198.51.100.7:5678': '198.51.100.7',
      '192.0.2.1:1, 198.51.100.7:65535, 10.0.0.2:80': '198.51.100.7',
      '[2001:db8::1]:443': '2001:db8::1',
      '[2001:db8::1]': '2001:db8::1',
      '2001:db8::1, [fd00::2]:8080': '2001:db8::1',
      '[::ffff:198.51.100.7]:443': '198.51.100.7',
      '[fe80::1%eth0]:443': 'fe80::1%eth0',
      // Without brackets the last group belongs to the address.
      '2001:db8::1:443': '2001:db8::1:443',
    };
    for (const [header, address] of Object.entries(written)) expect(from('10.0.0.1', header), header).to.equal(address);
    for (const nonsense of ['198.51.100.7:', '198.51.100.7:x', '[]:80', '[198.51.100.7', '[2001:db8::1]x'])
      expect(from('10.0.0.1', nonsense), nonsense).to.equal('10.0.0.1');
  });

  it('is read past empty members of the list', () => {
    expect(from('10.0.0.1', '198.51.100.7,')).to.equal('198.51.100.7');
    expect(from('10.0.0.1', '192.0.2.1, , 198.51.100.7 ,, 10.0.0.2')).to.equal('198.51.100.7');
    expect(from('10.0.0.1', ' , ')).to.equal('10.0.0.1');
  });

  for (const entry of [
    '10.0.0.0/',
    '10.0.0.0/-0',
    '10.0.0.0/0x8',
    '10.0.0.0/ 8',
    '10.0.0.0/8/9',
    '10.0.0.0/33',
    'x',
    '',
  ])
    it(`is not read by proxies that are no network, such as ${JSON.stringify(entry)}`, () => {
      expect(() => trustedProxyAddress([entry])).to.throw('trustedProxies');
    });
});
