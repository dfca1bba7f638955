import type { HostConfig } from './settings.ts';

/** The URL of a listening server: `::1` → `http://[::1]:8080`. `0.0.0.0` and `::` become `localhost`. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What to set if other machines can reach a server whose links name only this one; null if nothing is missing. */
export function missingBaseUrl(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string | null {
  if (config.baseUrl !== null || !['0.0.0.0', '::'].includes(config.host)) return null;
  const here = publicRoot(config);
  return `SHAON_HOST=${config.host} lets other machines in, but people can sign in only at ${here}: set SHAON_BASE_URL to the address that they open, such as http://hr.example:${config.port}/api/v1`;
}

/**
 * The address of everything that the host serves, as callers see it, without a slash at the end. It has a path if a
 * proxy publishes Shaon under one, which the proxy then removes.
 */
export function publicRoot(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string {
  return config.baseUrl?.replace(/\/api\/v1\/?$/, '') ?? listeningUrl(config.host, config.port);
}
