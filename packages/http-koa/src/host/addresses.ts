import type { HostConfig } from './settings.ts';

/** The URL of a listening server: `::1` → `http://[::1]:8080`. `0.0.0.0` and `::` become `localhost`. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The part before `/api/v1` and before the web interface's pages, as callers see it; without a slash at the end. */
export function publicOrigin(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string {
  return config.baseUrl?.replace(/\/api\/v1\/?$/, '') ?? listeningUrl(config.host, config.port);
}
