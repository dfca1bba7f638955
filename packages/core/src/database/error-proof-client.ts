import type { ClientBase } from 'pg';

/**
 * A pg client that has a listener for its errors from its first moment on. TypeORM's comes a moment after the pool gave
 * the connection out, and a server that greets and ends it in one packet, as in a failover, is heard in that moment:
 * with no listener the error would end the process. Loaded late, because a product on SQLite has no pg.
 */
export async function errorProofClient(): Promise<new (...options: unknown[]) => ClientBase> {
  const { default: pg } = await import('pg');
  return class Client extends pg.Client {
    constructor(...options: unknown[]) {
      super(...(options as ConstructorParameters<typeof pg.Client>));
      this.on('error', () => undefined);
    }
  };
}
