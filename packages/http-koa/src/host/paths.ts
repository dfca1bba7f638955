/** Where the v1 routes hang, whatever path a proxy shows in front of it. */
export const V1_PATH = '/api/v1';

/** Whether the v1 routes answer this path. */
export function isApiPath(path: string): boolean {
  return path === V1_PATH || path.startsWith(`${V1_PATH}/`);
}
