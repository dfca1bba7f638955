import { expect } from 'chai';
import { BlockedAddressError, createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { DENIED_IPV4, DENIED_IPV6, isPublicAddress, literalAddress } from '../../src/address-guard/denied-ranges.ts';
import { nameServerResolver, type ResolveName } from '../../src/address-guard/resolver.ts';
import { type NameServer, startNameServer } from '../receiver/name-server.ts';

const REFUSED: readonly (readonly [string, string])[] = [
  ['http://hooks.example.com/', 'scheme'],
  ['ftp://hooks.example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['hooks.example.com', 'syntax'],
  ['https://', 'syntax'],
  ['', 'syntax'],
  [`https://hooks.example.com/${'x'.repeat(2048)}`, 'length'],
  [`https://hooks.example.com/${'א'.repeat(700)}`, 'length'],
  ['https://user@hooks.example.com/', 'credentials'],
  ['https://user:pass@hooks.example.com/', 'credentials'],
  ['https://:pass@hooks.example.com/', 'credentials'],
  [`https://hooks.example.com/${'x'.repeat(2049 - 26)}`, 'length'],
  ['https://hooks.example.com/#part', 'fragment'],
  ['https://hooks.example.com/#', 'fragment'],
  [`https://${'a'.repeat(64)}.example.com/`, 'name_length'],
  [`https://${'א'.repeat(60)}.example.com/`, 'name_length'],
  [`https://${'a.'.repeat(126)}ab/`, 'name_length'],
  ['https://hooks.example.com:22/', 'port'],
  ['https://hooks.example.com:80/', 'port'],
  ['https://hooks.example.com:1023/', 'port'],
  ['https://intranet/', 'name'],
  ['https://localhost/', 'name'],
  ['https://LOCALHOST/', 'name'],
  ['https://localhost./', 'name'],
  ['https://a.localhost/', 'name'],
  ['https://printer.local/', 'name'],
  ['https://db.internal/', 'name'],
  ['https://metadata.google.internal/', 'name'],
  ['https://nas.home.arpa/', 'name'],
  ['https://hooks.example.com./', 'name'],
  ['https://metadata.tencentyun.com/', 'name'],
  ['https://127.0.0.1/', 'address'],
  ['https://127.1/', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f000001/', 'address'],
  ['https://0177.0.0.1/', 'address'],
  ['https://１２７.0.0.1/', 'address'],
  ['https://0/', 'address'],
  ['https://10.0.0.1/', 'address'],
  ['https://169.254.169.254/latest/meta-data/', 'address'],
  ['https://168.63.129.16/', 'address'],
  ['https://192.168.1.1:8443/', 'address'],
  ['https://255.255.255.255/', 'address'],
  ['https://[::]/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[fe80::1%25eth0]/', 'syntax'],
  ['https://[::FFFF:127.0.0.1]/', 'address'],
  ['https://[0:0:0:0:0:ffff:7f00:1]/', 'address'],
  ['https://017700000001/', 'address'],
  ['https://0x7f.0.0x1/', 'address'],
  ['https://[::127.0.0.1]/', 'address'],
  ['https://[::ffff:127.0.0.1]/', 'address'],
  ['https://[::ffff:a9fe:a9fe]/', 'address'],
  ['https://[64:ff9b::7f00:1]/', 'address'],
  ['https://[fe80::1]/', 'address'],
  ['https://[fc00::1]/', 'address'],
  ['https://[ff02::1]/', 'address'],
  ['https://[2002:7f00:1::]/', 'address'],
  ['https://[2001:db8::1]/', 'address'],
  ['https://[2001::1]/', 'address'],
];

const ACCEPTED = [
  'https://hooks.example.com/',
  `https://hooks.example.com/${'x'.repeat(2048 - 26)}`,
  'https://hooks.example.com:1024/',
  'https://hooks.example.com:65535/',
  'https://hooks.example.com:8443/path?key=1',
  'https://8.8.8.8/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://דוגמה.example/',
  `https://${'a'.repeat(63)}.example.com/`,
  `https://${'a.'.repeat(126)}a/`,
];

/** 127.0.0.1 as IPv6 writes it. */
const MAPPED_LOOPBACK = [
  '::ffff:127.0.0.1',
  '::FFFF:127.0.0.1',
  '::ffff:7f00:1',
  '::FfFf:7F00:0001',
  '0:0:0:0:0:ffff:127.0.0.1',
  '0:0:0:0:0:ffff:7f00:1',
  '0000:0000:0000:0000:0000:ffff:7f00:0001',
  '::0:ffff:127.0.0.1',
];

/** What `net.BlockList` cannot parse, or parses differently from a socket. */
const NO_ADDRESSES: readonly unknown[] = [
  '',
  ' ',
  'localhost',
  'garbage',
  '8.8.8',
  '8.8.8.8.8',
  '8.8.8.8 ',
  ' 8.8.8.8',
  '8.8.8.8\u0000',
  '8.8.8.8/32',
  '8.8.8.256',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.1',
  '127.0.0.1%eth0',
  'fe80::1%eth0',
  'fe80::1%1',
  '2606:4700::1111%eth0',
  '::ffff:127.0.0.1%lo',
  '[2606:4700::1111]',
  '2606:4700::1111::',
  '2606:4700:::1111',
  '::ffff:127.0.0.1:443',
  '::ffff:0177.0.0.1',
  'https://8.8.8.8/',
  undefined,
  null,
  0,
  2130706433,
  {},
  ['8.8.8.8'],
];

/** Answers of a resolver that are no list of public addresses. */
const GARBAGE_ANSWERS: readonly unknown[] = [
  undefined,
  null,
  '8.8.8.8',
  8,
  {},
  { length: 0 },
  [''],
  new Array(1),
  [null],
  [undefined],
  [['8.8.8.8']],
  [{ address: '8.8.8.8', family: 4 }],
  ['8.8.8.8', ''],
  ['8.8.8.8', '0x7f.1'],
  ['8.8.8.8', '2606:4700::1111%eth0'],
  ['8.8.8.8', '::FFFF:7f00:1'],
];

describe('the address guard', () => {
  const guard = createAddressGuard();

  for (const [url, rule] of REFUSED) {
    it(`refuses ${url.slice(0, 60)} by the rule ${rule}`, () => {
      expect(guard.checkUrl(url).refused?.rule).to.equal(rule);
    });
  }

  for (const url of ACCEPTED) {
    it(`accepts ${url}`, () => expect(guard.checkUrl(url).refused).to.equal(null));
  }

  it('denies the first and the last address of every denied IPv4 range, and not their outer neighbours', () => {
    for (const range of DENIED_IPV4) {
      const [start = '', length = '32'] = range.split('/');
      const first = start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
      const last = first + 2 ** (32 - Number(length)) - 1;
      expect(isPublicAddress(dotted(first)), dotted(first)).to.equal(false);
      expect(isPublicAddress(dotted(last)), dotted(last)).to.equal(false);
    }
    for (const outside of [
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ]) {
      expect(isPublicAddress(outside), outside).to.equal(true);
    }
  });

  it('denies these, whatever the table says', () => {
    for (const address of [
      ...['0.255.255.255', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
      ...['169.254.0.1', '172.16.0.1', '172.31.255.255', '192.168.255.255', '198.18.0.1', '198.19.255.255'],
      ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '247.255.255.255', '255.255.255.255', '168.63.129.16'],
      ...['2001::1', '2001:1ff:ffff::1', '2001:db8:ffff::1', '2002:808:808::1', '::1', 'fe80::1', 'fd00::1', 'ff02::1'],
    ]) {
      expect(isPublicAddress(address), address).to.equal(false);
    }
    for (const address of ['8.8.8.8', '223.255.255.255', '2001:200::1', '2606:4700::1111']) {
      expect(isPublicAddress(address), address).to.equal(true);
    }
  });

  it('denies a connection whose other end is denied or unknown', () => {
    for (const address of ['127.0.0.1', '::1', undefined]) {
      expect(() => guard.checkPeer('hooks.example.com', 443, address), String(address)).to.throw('denied address');
    }
    guard.checkPeer('hooks.example.com', 443, '8.8.8.8');
    const listed = createAddressGuard({ allow: ['https://localhost:8443'] });
    listed.checkPeer('localhost', 8443, '127.0.0.1');
    expect(() => listed.checkPeer('localhost', 443, '127.0.0.1')).to.throw('denied address');
  });

  it('denies the denied parts of global IPv6', () => {
    for (const range of DENIED_IPV6) expect(isPublicAddress(range.split('/')[0] ?? ''), range).to.equal(false);
  });

  it('reads the IPv4 address inside a mapped one', () => {
    for (const mapped of MAPPED_LOOPBACK) {
      expect(literalAddress(mapped), mapped).to.deep.equal({ address: '127.0.0.1', family: 'ipv4' });
    }
    expect(literalAddress('::ffff:169.254.169.254')).to.deep.equal({ address: '169.254.169.254', family: 'ipv4' });
    expect(literalAddress('::7f00:1')).to.deep.equal({ address: '::7f00:1', family: 'ipv6' });
  });

  describe('of what is not the usual form of an address', () => {
    // Everything is allowed, so that only the form can be why one is refused.
    const permissive = createAddressGuard({ allow: ['0.0.0.0/0', '::/0'] });

    for (const text of NO_ADDRESSES) {
      it(`takes ${JSON.stringify(text) ?? 'undefined'} neither for public nor for allowed`, () => {
        expect(literalAddress(text)).to.equal(null);
        expect(isPublicAddress(text)).to.equal(false);
        const peer = text as string | undefined;
        expect(() => guard.checkPeer('hooks.example.com', 443, peer)).to.throw(BlockedAddressError);
        expect(() => permissive.checkPeer('hooks.example.com', 443, peer)).to.throw(BlockedAddressError);
      });
    }

    for (const mapped of MAPPED_LOOPBACK) {
      it(`refuses the mapped ${mapped}`, () => {
        expect(isPublicAddress(mapped)).to.equal(false);
        expect(() => guard.checkPeer('hooks.example.com', 443, mapped)).to.throw(BlockedAddressError);
      });
    }
  });

  describe('with a resolver of the host', () => {
    const answering = (answer: unknown) =>
      createAddressGuard({ resolveName: (async () => answer) as unknown as ResolveName });
    const refusalOf = (answer: unknown) =>
      answering(answer)
        .resolve('hooks.example.com', 443)
        .then(
          () => null,
          (error: unknown) => error,
        );

    for (const answer of GARBAGE_ANSWERS) {
      it(`refuses the answer ${JSON.stringify(answer) ?? 'undefined'}`, async () => {
        expect(await refusalOf(answer)).to.be.instanceOf(BlockedAddressError);
        const verdict = await answering(answer).checkTarget('https://hooks.example.com/');
        expect(verdict.refused?.rule).to.equal('address');
      });
    }

    it('takes an empty answer for a name without an address', async () => {
      expect(await refusalOf([])).to.include({ code: 'ENODATA', syscall: 'query' });
    });

    it('takes public addresses of both families', async () => {
      expect(await answering(['8.8.8.8', '2606:4700::1111']).resolve('hooks.example.com', 443)).to.have.length(2);
    });
  });

  describe('with an allow-list', () => {
    it('excepts an origin from the rules of name, port and address, and nothing beside it', () => {
      const listed = createAddressGuard({ allow: ['https://localhost:443', 'https://127.0.0.1:81'] });
      expect(listed.checkUrl('https://localhost/x').refused).to.equal(null);
      expect(listed.checkUrl('https://127.0.0.1:81/').refused).to.equal(null);
      expect(listed.checkUrl('https://localhost:8443/').refused?.rule).to.equal('name');
      expect(listed.checkUrl('https://user@localhost/').refused?.rule).to.equal('credentials');
      expect(listed.checkUrl('http://localhost/').refused?.rule).to.equal('scheme');
    });

    it('excepts a name from the rule of names alone', async () => {
      const listed = createAddressGuard({ allow: ['localhost'] });
      expect(listed.checkUrl('https://localhost/').refused).to.equal(null);
      expect(createAddressGuard({ allow: ['LocalHost'] }).checkUrl('https://localhost/').refused).to.equal(null);
      expect((await listed.checkTarget('https://localhost/')).refused?.rule).to.equal('address');
    });

    it('excepts addresses of a range, mapped ones too', () => {
      const listed = createAddressGuard({ allow: ['10.1.0.0/16', 'fd00::/8'] });
      expect(listed.checkUrl('https://10.1.2.3/').refused).to.equal(null);
      expect(listed.checkUrl('https://[::ffff:10.1.2.3]/').refused).to.equal(null);
      expect(listed.checkUrl('https://[fd00::1]/').refused).to.equal(null);
      expect(listed.checkUrl('https://10.2.0.0/').refused?.rule).to.equal('address');
    });

    for (const entry of ['10.0.0.0/33', 'http://localhost', 'https://localhost/path', 'two words', '10.0.0.0/8/8']) {
      it(`refuses the entry ${entry}`, () => {
        expect(() => createAddressGuard({ allow: [entry] })).to.throw('Not an address');
      });
    }
  });

  describe('resolving', () => {
    let names: NameServer;
    before(async () => {
      names = await startNameServer();
    });
    after(() => names.close());
    const resolving = () => createAddressGuard({ resolveName: nameServerResolver([names.address]) });

    it('refuses a host when only one of its answers is denied', async () => {
      names.zone.set('mixed.example', ['8.8.8.8', '127.0.0.1']);
      names.zone.set('six.example', ['8.8.8.8', 'fe80::1']);
      for (const host of ['mixed.example', 'six.example']) {
        expect((await resolving().checkTarget(`https://${host}/`)).refused?.rule).to.equal('address');
      }
    });

    it('gives all addresses of a public host, IPv4 first', async () => {
      names.zone.set('both.example', ['2606:4700::1111', '8.8.8.8']);
      expect(await resolving().resolve('both.example', 443)).to.deep.equal(['8.8.8.8', '2606:4700::1111']);
    });

    it('reads the name servers again when they have failed, because a machine may move to another network', async () => {
      names.zone.set('moved.example', ['8.8.8.8']);
      const servers = ['127.0.0.1:1'];
      const resolve = nameServerResolver(servers);
      const refused = await resolve('moved.example').then(
        () => null,
        ({ code }) => code,
      );
      expect(refused).to.equal('ECONNREFUSED');
      servers[0] = names.address;
      expect(await resolve('moved.example')).to.deep.equal(['8.8.8.8']);
    });

    for (const [type, given] of [
      ['AAAA', '8.8.8.8'],
      ['A', '2606:4700::1111'],
    ] as const) {
      it(`gives what it has of a name whose ${type} no server answers, and checks it`, async () => {
        names.unanswered.add(type);
        names.zone.set('half.example', [given]);
        names.zone.set('denied.example', ['127.0.0.1', '::1']);
        try {
          const begin = performance.now();
          expect(await resolving().resolve('half.example', 443)).to.deep.equal([given]);
          // Node gives a silent server up after five seconds, when the time to connect is over.
          expect(performance.now() - begin).to.be.below(4_000);
          expect((await resolving().checkTarget('https://denied.example/')).refused?.rule).to.equal('address');
        } finally {
          names.unanswered.delete(type);
        }
      });
    }

    it('asks again each time, so that a name that moved inside is refused (DNS rebinding)', async () => {
      const guard = resolving();
      names.zone.set('rebind.example', ['8.8.8.8']);
      expect((await guard.checkTarget('https://rebind.example/')).refused).to.equal(null);
      names.zone.set('rebind.example', ['169.254.169.254']);
      expect((await guard.checkTarget('https://rebind.example/')).refused?.rule).to.equal('address');
    });

    it('rejects with the DNS error for a name that does not exist', async () => {
      const error = await resolving()
        .resolve('absent.example', 443)
        .catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'ENOTFOUND' });
    });
  });
});

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}
