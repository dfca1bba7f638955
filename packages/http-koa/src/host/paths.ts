/** Where the v1 routes hang, whatever path a proxy shows in front of it. */
export const V1_PATH = '/api/v1';

/** Whether the v1 routes answer this path. */
export function isApiPath(path: string): boolean {
  return path === V1_PATH || path.startsWith(`${V1_PATH}/`);
}

/** Where the web interface lies. */
export const ADMIN_PATH = '/admin';

const LINK_SECRET = /(\/set-up\/)[\w-]{16,}/g;

/** A path as it may be kept: without the secret of a link by which somebody sets their password. */
export function withoutLinkSecret(path: string): string {
  return path.replace(LINK_SECRET, '$1…');
}
