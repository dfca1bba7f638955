import type { ShaonError } from '@shaon/core';

/** Commands that compare or move have a database beside that of DATABASE_URL. */
const URL_OF_IT = 'the URL of this database (DATABASE_URL, or an option of the command)';

/** What to do where a server of PostgreSQL answers and lets nobody in, by its code. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': `Put the right user and password into ${URL_OF_IT}.`,
  '28000': `Let this user in from here, in pg_hba.conf of the server, or name another one in ${URL_OF_IT}.`,
  '3D000': `Make the database (createdb), or name another one in ${URL_OF_IT}.`,
};

/** What an operator can act on: of a database that does not answer, the driver's code and where to look. */
export function explainShaonError(error: ShaonError): string {
  if (error.code !== 'database_unavailable') return error.message;
  const code = String(error.details.driverCode ?? '');
  return [`${error.message}${code === '' ? '' : ` (${code})`}`, mendOf(code)].filter((text) => text !== '').join(' ');
}

/** The same of an error of the driver's own; null when it is none of these. */
export function explainRefusedConnection(error: unknown): string | null {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return REFUSALS[code] === undefined ? null : `The database server refuses (${code}). ${REFUSALS[code]}`;
}

function mendOf(code: string): string {
  // Of a SQLite file the message itself says what to do.
  if (code.startsWith('SQLITE_')) return '';
  return REFUSALS[code] ?? `Is ${URL_OF_IT} right, and does the database run?`;
}
