import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import * as undici from 'undici';
import { createAddressGuard } from '../../src/address-guard/address-guard.ts';
import { nameServerResolver } from '../../src/address-guard/resolver.ts';
import { type AttemptResult, type AttemptSender, createAttemptSender } from '../../src/dispatch/send-attempt.ts';
import { startBlackHole, startTcpServer } from '../receiver/black-hole.ts';
import { type Authority, createAuthority } from '../receiver/certificates.ts';
import { type NameServer, startNameServer } from '../receiver/name-server.ts';
import { answer, type Behaviour, reset, startReceiver, type TlsReceiver } from '../receiver/tls-receiver.ts';
import { until } from '../support.ts';

const DEADLINE_MS = 1500;
const CONNECT_MS = 1_500;
const PATIENT_MS = 20_000;
/** For the timer of a deadline to be heard on a busy machine. */
const LATE_MS = 5_000;
const BODY = Buffer.from('{"event":"employee.created"}');
const MEGABYTE = 1024 * 1024;

/** Writes a bit every 50 ms forever. */
function drip(start: string, bit: string): Behaviour {
  return (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(bit), 50);
    socket.on('close', () => clearInterval(timer));
  };
}

/** 1 GB as fast as the other side takes it; what was taken is counted. */
const taken = { bytes: 0 };
const gigabyte: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
  const block = Buffer.alloc(MEGABYTE, 'x');
  const more = () => {
    while (taken.bytes < 1024 * MEGABYTE && !socket.destroyed) {
      taken.bytes += block.length;
      if (!socket.write(block)) return void socket.once('drain', more);
    }
  };
  more();
};

/** Announces one chunk forever and never sends it. */
const chunkExtensionFlood: Behaviour = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
  const block = Buffer.alloc(MEGABYTE, 'a');
  const more = () => {
    while (taken.bytes < 1024 * MEGABYTE && !socket.destroyed) {
      taken.bytes += block.length;
      if (!socket.write(block)) return void socket.once('drain', more);
    }
  };
  more();
};

/** Says forever that the answer will come. */
const CONTINUE = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\n';

function byteByByte(text: string): Behaviour {
  return async (socket) => {
    for (const letter of text) {
      socket.write(letter);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

const interimFlood: Behaviour = (socket) => {
  const block = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000);
  const more = () => {
    while (!socket.destroyed) if (!socket.write(block)) return void socket.once('drain', more);
  };
  more();
};

const bomb = gzipSync(Buffer.alloc(40 * MEGABYTE, 'x'));

interface Expected {
  readonly outcome: string;
  readonly status?: number | null;
  readonly errorCode?: string | null;
}

/** id-kp-clientAuth, RFC 5280, 4.2.1.12. */
const CLIENT_PURPOSE = '1.3.6.1.5.5.7.3.2';

const NO_BODY = 'content-length: 0\r\n\r\n';

const MATRIX: readonly (readonly [string, Behaviour, Expected])[] = [
  ...[200, 201, 204, 299].map((status) => [`${status}`, answer(status), { outcome: 'success', status }] as const),
  ...[301, 302, 303, 304, 307, 308].map(
    (status) =>
      [
        `${status}`,
        answer(status, '', 'location: http://169.254.169.254/latest/meta-data/\r\n'),
        { outcome: 'redirect', status },
      ] as const,
  ),
  ...[400, 404, 410, 429].map((status) => [`${status}`, answer(status), { outcome: 'client_error', status }] as const),
  ...[500, 503].map((status) => [`${status}`, answer(status), { outcome: 'server_error', status }] as const),
  ['status 799', answer(799), { outcome: 'other_status', status: 799 }],
  [
    '103 and then 200',
    (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n${NO_BODY}`),
    { outcome: 'success', status: 200 },
  ],
  [
    '1xx only',
    (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'),
    { outcome: 'timeout', status: null, errorCode: 'deadline' },
  ],
  ['1xx without end', interimFlood, { outcome: 'invalid_response', status: null, errorCode: 'headers_too_large' }],
  [
    '100 unasked and then 200',
    (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${NO_BODY}`),
    { outcome: 'success', status: 200 },
  ],
  [
    '100 and 103 in turns, byte by byte',
    byteByByte(`${CONTINUE}${CONTINUE}HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 OK\r\n${NO_BODY}`),
    { outcome: 'success', status: 202 },
  ],
  [
    '100 without end',
    (socket) => socket.write(CONTINUE.repeat(30)),
    { outcome: 'connection', status: null, errorCode: 'closed' },
  ],
  [
    'half of 100, and then the end',
    (socket) => socket.end('HTTP/1.1 100 Cont'),
    { outcome: 'connection', status: null, errorCode: 'closed' },
  ],
  [
    'a status of four digits',
    (socket) => socket.write(`HTTP/1.1 1000 Much\r\n${NO_BODY}`),
    { outcome: 'invalid_response', status: null, errorCode: 'not_http' },
  ],
  [
    'a status below 100',
    (socket) => socket.write(`HTTP/1.1 099 Less\r\n${NO_BODY}`),
    { outcome: 'invalid_response', status: null, errorCode: 'not_http' },
  ],
  [
    'switching protocols unasked',
    (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    { outcome: 'connection', status: null },
  ],
  ['reset before headers', reset, { outcome: 'connection', status: null }],
  [
    'reset after headers of a success',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc');
      setTimeout(() => reset(socket), 50);
    },
    { outcome: 'success', status: 200, errorCode: null },
  ],
  [
    'reset after headers of a failure',
    (socket) => {
      socket.write('HTTP/1.1 503 No\r\ncontent-length: 10\r\n\r\nabc');
      setTimeout(() => reset(socket), 50);
    },
    { outcome: 'server_error', status: 503 },
  ],
  ['half-close without an answer', (socket) => socket.end(), { outcome: 'connection', status: null }],
  [
    'half-close in the middle of the headers',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
    { outcome: 'connection', status: null },
  ],
  ['silence after the request', () => {}, { outcome: 'timeout', status: null, errorCode: 'deadline' }],
  [
    'header drip',
    drip('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'),
    { outcome: 'timeout', status: null, errorCode: 'deadline' },
  ],
  [
    'body drip of a success',
    drip('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    { outcome: 'success', status: 200 },
  ],
  [
    'body drip of a failure',
    drip('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    { outcome: 'server_error', status: 500 },
  ],
  [
    'headers without end',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x-more: 0123456789\r\n'.repeat(20_000)}`),
    { outcome: 'invalid_response', status: null, errorCode: 'headers_too_large' },
  ],
  ['1 GB body', gigabyte, { outcome: 'success', status: 200 }],
  ['gzip bomb', answer(200, bomb, 'content-encoding: gzip\r\n'), { outcome: 'success', status: 200 }],
  [
    'invalid HTTP',
    (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
    { outcome: 'invalid_response', status: null },
  ],
  [
    'two lengths',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nabc'),
    { outcome: 'invalid_response', status: null },
  ],
];

describe('what a receiver may do to an attempt', () => {
  let authority: Authority;
  let receiver: TlsReceiver;
  let names: NameServer;
  /** For what does not end by a time that is over: it has all the time of a busy machine. */
  let sender: AttemptSender;
  /** Whose deadline is soon over. */
  let hasty: AttemptSender;
  /** Whose time to connect is over long before its deadline, also on a busy machine. */
  let patient: AttemptSender;

  before(async () => {
    authority = await createAuthority();
    names = await startNameServer();
    receiver = await startReceiver(await authority.issue());
    const options = {
      guard: createAddressGuard({
        allow: ['127.0.0.0/8', 'localhost'],
        resolveName: nameServerResolver([names.address]),
      }),
      extraCa: authority.ca,
    };
    hasty = createAttemptSender(undici, { ...options, connectTimeoutMs: DEADLINE_MS, deadlineMs: DEADLINE_MS });
    patient = createAttemptSender(undici, { ...options, connectTimeoutMs: CONNECT_MS, deadlineMs: PATIENT_MS });
    sender = createAttemptSender(undici, { ...options, connectTimeoutMs: PATIENT_MS, deadlineMs: PATIENT_MS });
  });

  after(async () => {
    await sender.close();
    await hasty.close();
    await patient.close();
    await receiver.close();
    await names.close();
  });

  const send = (url = receiver.url, by = sender): Promise<AttemptResult> =>
    by.send({ url, headers: { 'content-type': 'application/json' }, body: BODY });

  for (const [title, behaviour, expected] of MATRIX) {
    it(`${title}: ${expected.outcome}`, async () => {
      receiver.behave(behaviour);
      const before = receiver.requests.length;
      const heap = process.memoryUsage().rss;
      const endsByDeadline = expected.outcome === 'timeout' || title.includes('drip');
      const result = await send(receiver.url, endsByDeadline ? hasty : sender);
      expect(result, JSON.stringify(result)).to.include(expected);
      expect(receiver.requests.length - before, 'sent once').to.equal(1);
      expect(result.durationMs).to.be.at.most(endsByDeadline ? DEADLINE_MS + LATE_MS : PATIENT_MS);
      expect(Buffer.byteLength(result.excerpt)).to.be.at.most(4096);
      expect(process.memoryUsage().rss - heap, 'memory').to.be.below(50 * MEGABYTE);
    });
  }

  it('reads 64 KiB of a huge answer and cuts it off', () => {
    expect(taken.bytes).to.be.within(1, 30 * MEGABYTE);
  });

  it('an announcement of a chunk without end is cut off: success', async () => {
    receiver.behave(chunkExtensionFlood);
    taken.bytes = 0;
    expect(await send()).to.include({ outcome: 'success', status: 200 });
    expect(taken.bytes).to.be.below(20 * MEGABYTE);
  });

  for (const over of [0, 10]) {
    it(`an answer that ends ${over} bytes after the limit, and its connection with it: success`, async () => {
      const length = 64 * 1024 + over;
      receiver.behave((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${'x'.repeat(length)}`),
      );
      const results = await Promise.all([send(), send(), send()]);
      for (const result of results) {
        expect(result).to.include({ outcome: 'success', status: 200, excerpt: 'x'.repeat(4096) });
      }
    });
  }

  it('a deadline that comes before the connection ends the attempt, and nothing is sent later', async () => {
    let resolved = 0;
    const impatient = createAttemptSender(undici, {
      guard: createAddressGuard({
        allow: ['127.0.0.0/8'],
        resolveName: async () => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          resolved += 1;
          return ['127.0.0.1'];
        },
      }),
      extraCa: authority.ca,
      connectTimeoutMs: PATIENT_MS,
      deadlineMs: 100,
    });
    const named = await startReceiver(await authority.issue({ names: ['late.example'] }));
    try {
      const result = await send(`https://late.example:${named.port}/hook`, impatient);
      expect(result).to.include({ outcome: 'timeout', errorCode: 'deadline', status: null });
      expect(resolved, 'it did not wait for the connection').to.equal(0);
      await until(() => resolved === 1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(named.requests).to.be.empty;
    } finally {
      await impatient.close();
      await named.close();
    }
  });

  const TLS: readonly (readonly [string, Parameters<Authority['issue']>[0], string])[] = [
    ['expired', { notAfter: new Date(Date.now() - 3_600_000) }, 'certificate_expired'],
    ['not yet valid', { notBefore: new Date(Date.now() + 3_600_000) }, 'certificate_not_yet_valid'],
    ['self-signed', { selfSigned: true }, 'certificate_untrusted'],
    ["a client's", { purposes: [CLIENT_PURPOSE] }, 'certificate_untrusted'],
    ['not understood', { criticalExtension: '1.2.3.4.5' }, 'certificate_untrusted'],
    ['wrong-name', { names: ['other.example'] }, 'certificate_wrong_name'],
  ];
  for (const [title, options, errorCode] of TLS) {
    it(`${title} certificate: nothing is sent`, async () => {
      const other = await startReceiver(await authority.issue(options));
      try {
        expect(await send(other.url)).to.include({ outcome: 'tls', errorCode, status: null });
        expect(other.requests).to.be.empty;
      } finally {
        await other.close();
      }
    });
  }

  it('a certificate is refused whatever the environment says', async () => {
    const other = await startReceiver(await authority.issue({ selfSigned: true }));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await send(other.url)).to.include({ outcome: 'tls', errorCode: 'certificate_untrusted' });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      await other.close();
    }
  });

  it('TLS 1.1 is refused', async () => {
    const identity = await authority.issue();
    const other = await startReceiver({
      ...identity,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    try {
      expect(await send(other.url)).to.include({ outcome: 'tls', errorCode: 'handshake' });
    } finally {
      await other.close();
    }
  });

  it('a name that does not exist: dns', async () => {
    expect(await send('https://nowhere.example/hook')).to.include({ outcome: 'dns', errorCode: 'no_such_name' });
  });

  it('a name server that does not answer: dns, within the time to connect', async () => {
    names.zone.set('silent.example', null);
    const result = await send('https://silent.example/hook', patient);
    expect(result).to.include({ outcome: 'dns', errorCode: 'lookup_failed' });
    expect(result.durationMs).to.be.below(PATIENT_MS);
  });

  it('an address that drops what comes: the time to connect is over', async function () {
    const hole = await startBlackHole();
    if (hole === null) return this.skip();
    try {
      const result = await send(`https://localhost:${hole.port}/hook`, patient);
      expect(result, JSON.stringify(result)).to.include({ outcome: 'timeout', errorCode: 'connect_timeout' });
      expect(result).to.include({ status: null, remoteAddress: null });
      expect(result.durationMs).to.be.within(CONNECT_MS - 50, PATIENT_MS);
    } finally {
      await hole.close();
    }
  });

  const BELOW_HTTP: readonly (readonly [string, Parameters<typeof startTcpServer>[0], Expected])[] = [
    ['silence to the TLS handshake', () => {}, { outcome: 'timeout', errorCode: 'connect_timeout' }],
    [
      'a server without TLS',
      (socket) => socket.end('HTTP/1.1 400 No\r\n\r\n'),
      { outcome: 'tls', errorCode: 'handshake' },
    ],
    [
      'a reset in the TLS handshake',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      { outcome: 'connection', errorCode: 'reset' },
    ],
    [
      'a close in the TLS handshake',
      (socket) => socket.once('data', () => socket.end()),
      { outcome: 'connection', errorCode: 'reset' },
    ],
  ];
  for (const [title, behaviour, expected] of BELOW_HTTP) {
    it(`${title}: ${expected.errorCode}`, async () => {
      const server = await startTcpServer(behaviour);
      try {
        const result = await send(`https://localhost:${server.port}/hook`, patient);
        expect(result, JSON.stringify(result)).to.include({ ...expected, status: null });
        expect(result.durationMs).to.be.at.most(PATIENT_MS);
      } finally {
        await server.close();
      }
    });
  }

  it('a redirect leads nowhere, not even to a receiver that would answer', async () => {
    const canary = await startReceiver(await authority.issue());
    try {
      receiver.behave(answer(307, '', `location: ${canary.url}\r\n`));
      expect(await send()).to.include({ outcome: 'redirect', status: 307 });
      expect(canary.connections).to.equal(0);
    } finally {
      await canary.close();
    }
  });

  it('a closed port: connection refused', async () => {
    const other = await startReceiver(await authority.issue());
    await other.close();
    expect(await send(other.url)).to.include({ outcome: 'connection', errorCode: 'refused' });
  });
});
