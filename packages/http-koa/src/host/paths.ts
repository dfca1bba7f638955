/** The path of the v1 routes on this server, even if a proxy shows another one. */
export const V1_PATH = '/api/v1';

/** Whether the v1 routes answer this path. */
export function isApiPath(path: string): boolean {
  return path === V1_PATH || path.startsWith(`${V1_PATH}/`);
}

/** The path of the web interface. */
export const ADMIN_PATH = '/admin';

const LINK_SECRET = /(\/set-up\/)[\w-]{16,}/g;

/** A path for logs, without the secret of a link by which a person sets their password. */
export function withoutLinkSecret(path: string): string {
  return path.replace(LINK_SECRET, '$1…');
}
