import type { ShaonError } from '@shaon/core';

/** What an operator can act on: of a database that does not answer, the driver's code and where to look. */
export function explainShaonError(error: ShaonError): string {
  if (error.code !== 'database_unavailable') return error.message;
  const code = String(error.details.driverCode ?? '');
  // Of a SQLite file the message itself says what to do.
  const place = code.startsWith('SQLITE_') ? '' : ' Is DATABASE_URL right, and does the database run?';
  return `${error.message}${code === '' ? '' : ` (${code})`}${place}`;
}
