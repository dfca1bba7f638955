import type { HostConfig } from './settings.ts';

/** Where a server listens, as something to call: `::1` → `http://[::1]:8080`, and an address that means every one is none. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What stands before `/api/v1` and before the web interface's pages, as callers see it; no slash at the end. */
export function publicOrigin(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string {
  return config.baseUrl?.replace(/\/api\/v1\/?$/, '') ?? listeningUrl(config.host, config.port);
}
