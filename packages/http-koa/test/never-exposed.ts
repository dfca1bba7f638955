/** SPEC 1: never on any endpoint under any ability; searched in every answer of the whole test run, at any depth. */
const FORBIDDEN =
  /id_?number|national|salary|hourly|wage_rate|balance|password|secret|digest|document_(key|file|name|url)|company_?id|address$/i;
/** Branch has an address, employees never (SPEC 2). */
const ALLOWED_PATHS = /^data\.\d+\.address$/;

/** Throws when a member of an answer has a name that may never be shown; the error map names fields, not values. */
export function assertNothingExposed(body: unknown, path = ''): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const here = path === '' ? name : `${path}.${name}`;
    if (here === 'errors') continue;
    if (FORBIDDEN.test(name) && !ALLOWED_PATHS.test(here)) throw new Error(`An answer exposes ${here}`);
    assertNothingExposed(value, here);
  }
}
