import { VERSION } from './version.ts';

/** Globals that identify the runtime; a browser has a document and none of the others. */
interface RuntimeGlobals {
  document?: unknown;
  Bun?: { version?: string };
  Deno?: { version?: { deno?: string } };
  process?: { versions?: { node?: string } };
  navigator?: { userAgent?: string };
}

/** Name and version of a server's runtime, for example `node/20.19.0`; undefined in a browser or an unknown runtime. */
export function runtimeName(globals: RuntimeGlobals = globalThis): string | undefined {
  const { document, Bun, Deno, process: node, navigator } = globals;
  if (document !== undefined) return undefined;
  if (Bun?.version !== undefined) return `bun/${Bun.version}`;
  if (Deno?.version?.deno !== undefined) return `deno/${Deno.version.deno}`;
  if (navigator?.userAgent === 'Cloudflare-Workers') return 'workerd';
  if (node?.versions?.node !== undefined) return `node/${node.versions.node}`;
  return undefined;
}

/**
 * `User-Agent` and `X-Client` with version and runtime. Some runtimes replace the first by their own name, so the
 * second repeats it. A browser gets neither: the service's CORS answer allows no such headers (D:H11), and the browser
 * would refuse the whole call.
 */
export function identityHeaders(runtime: string | undefined): Record<string, string> {
  if (runtime === undefined) return {};
  const name = `shaon-client-sdk/${VERSION} ${runtime}`;
  return { 'user-agent': name, 'x-client': name };
}
