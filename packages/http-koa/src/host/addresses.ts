import type { HostConfig } from './settings.ts';

/** The URL of a listening server: `::1` → `http://[::1]:8080`. `0.0.0.0` and `::` become `localhost`. */
export function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The address of everything that the host serves, as callers see it, without a slash at the end. It has a path if a
 * proxy publishes Shaon under one, which the proxy then removes.
 */
export function publicRoot(config: Pick<HostConfig, 'baseUrl' | 'host' | 'port'>): string {
  return config.baseUrl?.replace(/\/api\/v1\/?$/, '') ?? listeningUrl(config.host, config.port);
}
