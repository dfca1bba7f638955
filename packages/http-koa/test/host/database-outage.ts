import pg from 'pg';

/** Ends every connection to a PostgreSQL database and lets no new one in. */
export async function takeAway(url: string): Promise<void> {
  await maintain(url, (name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await maintain(
    url,
    (_, literal) => `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${literal}`,
  );
}

export function giveBack(url: string): Promise<void> {
  return maintain(url, (name) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

async function maintain(url: string, statement: (name: string, literal: string) => string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  await client.connect();
  try {
    await client.query(statement(pg.escapeIdentifier(name), pg.escapeLiteral(name)));
  } finally {
    await client.end();
  }
}
