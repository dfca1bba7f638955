import { loadPackage } from '@shaon/core';

/** Packages that an embedder of the v1 routes need not install. Each is loaded when it is first needed. */
const PEERS = {
  'better-sqlite3': { range: '12', need: 'SQLite' },
  pg: { range: '8', need: 'PostgreSQL' },
  ioredis: { range: '5', need: 'REDIS_URL' },
  'prom-client': { range: '15', need: 'Whoever wants metrics' },
} as const;

interface PeerModules {
  'better-sqlite3': { default: typeof import('better-sqlite3') };
  pg: typeof import('pg');
  ioredis: typeof import('ioredis');
  'prom-client': typeof import('prom-client');
}

type OptionalPeer = keyof PeerModules;

const LOADERS: { readonly [Peer in OptionalPeer]: () => Promise<unknown> } = {
  'better-sqlite3': async () => {
    const sqlite = await import('better-sqlite3');
    // The binary fits one major version of Node and is loaded only with the first database, so one is opened here.
    new sqlite.default(':memory:').close();
    return sqlite;
  },
  pg: () => import('pg'),
  ioredis: () => import('ioredis'),
  'prom-client': () => import('prom-client'),
};

/** Loads an optional package. Throws `options_invalid`, which says what needs it and how to add it. */
export async function requirePeer<Peer extends OptionalPeer>(peer: Peer): Promise<PeerModules[Peer]> {
  return (await loadPackage(peer, PEERS[peer], LOADERS[peer])) as PeerModules[Peer];
}
