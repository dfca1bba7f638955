import { listen } from './listen.ts';

/** A port of 127.0.0.1 that is free now. If another program takes it first, try again with another port. */
export async function freePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return listening.port;
}
