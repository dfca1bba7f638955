import { listen } from './listen.ts';

/** A port of 127.0.0.1 that was free a moment ago. Another program may take it first: try again with another. */
export async function freePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return listening.port;
}
