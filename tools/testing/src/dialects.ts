export type Dialect = 'sqlite' | 'postgres';

export const POSTGRES_URL_VARIABLE = 'SHAON_TEST_POSTGRES_URL';

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];

/** Both, or the one named by SHAON_TEST_ONLY. */
export function testedDialects(): readonly Dialect[] {
  const only = process.env.SHAON_TEST_ONLY;
  if (only === undefined || only === '') return DIALECTS;
  const tested = DIALECTS.filter((dialect) => dialect === only);
  if (tested.length === 0) throw new Error(`SHAON_TEST_ONLY is "${only}": say sqlite or postgres, or leave it out.`);
  return tested;
}
