import type { HostConfig } from './settings.ts';

/** A URL for where a server listens: `::1` → `http://[::1]:8080`. `0.0.0.0` and `::` become `localhost`. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What stands before `/api/v1` and before the web interface's pages, as callers see it; no slash at the end. */
export function publicOrigin(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string {
  return config.baseUrl?.replace(/\/api\/v1\/?$/, '') ?? listeningUrl(config.host, config.port);
}
