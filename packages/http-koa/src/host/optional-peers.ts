import { ShaonError } from '@shaon/core';

/** Packages that an embedder of the v1 routes need not install. Each is loaded when it is first needed. */
const PEERS = {
  '@shaon/webhooks': { range: '0.1', need: 'A standalone Shaon' },
  'better-sqlite3': { range: '12', need: 'SQLite' },
  pg: { range: '8', need: 'PostgreSQL' },
  ioredis: { range: '5', need: 'REDIS_URL' },
  'prom-client': { range: '15', need: 'Whoever wants metrics' },
  '@peculiar/x509': { range: '2', need: 'The certificate of the demo, with reflect-metadata,' },
} as const;

interface PeerModules {
  '@shaon/webhooks': typeof import('@shaon/webhooks');
  'better-sqlite3': { default: typeof import('better-sqlite3') };
  pg: typeof import('pg');
  ioredis: typeof import('ioredis');
  'prom-client': typeof import('prom-client');
  '@peculiar/x509': typeof import('@peculiar/x509');
}

type OptionalPeer = keyof PeerModules;

const LOADERS: { readonly [Peer in OptionalPeer]: () => Promise<unknown> } = {
  '@shaon/webhooks': () => import('@shaon/webhooks'),
  'better-sqlite3': async () => {
    const sqlite = await import('better-sqlite3');
    // The binary fits one major version of Node and is loaded only with the first database, so one is opened here.
    new sqlite.default(':memory:').close();
    return sqlite;
  },
  pg: () => import('pg'),
  ioredis: () => import('ioredis'),
  'prom-client': () => import('prom-client'),
  '@peculiar/x509': async () => {
    // Must be loaded before @peculiar/x509, whose dependency needs it.
    await import('reflect-metadata');
    return import('@peculiar/x509');
  },
};

/** Loads an optional package. Throws `options_invalid`, which says what needs it and how to add it. */
export async function requirePeer<Peer extends OptionalPeer>(peer: Peer): Promise<PeerModules[Peer]> {
  try {
    return (await LOADERS[peer]()) as PeerModules[Peer];
  } catch (cause) {
    throw new ShaonError('options_invalid', mend(peer, cause), { peer }, { cause });
  }
}

function mend(peer: OptionalPeer, cause: unknown): string {
  const { range, need } = PEERS[peer];
  const isMissing = (cause as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
  return isMissing
    ? `${need} needs the package ${peer}. Add it: npm install ${peer}@${range}`
    : `The package ${peer}, which ${need} needs, cannot be loaded. Install it again with this Node: npm rebuild ${peer}`;
}
