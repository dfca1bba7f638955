import { isShaonError, type ShaonError } from '@shaon/core';
import { explainFileError } from './file-errors.ts';

/** Commands that compare or move use another database besides that of the settings. */
const URL_OF_IT = 'the URL of this database (DATABASE_URL, DATABASE_DIRECT_URL, or an option of the command)';
const TRUST = `Let Node trust the authority of the server's certificate (NODE_EXTRA_CA_CERTS=file), and name the server as the certificate does in ${URL_OF_IT}.`;
/** A pooler in transaction mode does not know a statement by its name, or knows another connection's. */
const POOLER = 'If this is a pooler, set DATABASE_DIRECT_URL to the PostgreSQL behind it.';

/** The remedy for each code with which a PostgreSQL server refuses. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': `Put the right user and password into ${URL_OF_IT}.`,
  '28000': `Let this user in from here, in pg_hba.conf of the server, or name another one in ${URL_OF_IT}.`,
  '3D000': `Make the database (createdb), or name another one in ${URL_OF_IT}.`,
  '25006': `Name the primary in ${URL_OF_IT}.`,
  '42501':
    'This user may not do it. Let it own the database (ALTER DATABASE … OWNER TO …) and the tables that are in it already.',
  '3F000':
    'This user may use no schema of the search_path. Let it (GRANT USAGE, CREATE ON SCHEMA … TO …), or name another one.',
  '53100': 'Make room on it.',
  '53300': 'Let it have more of them (max_connections), or each process fewer (SHAON_DATABASE_POOL).',
  '57P03': 'Try again in a moment.',
  '26000': POOLER,
  '42P05': POOLER,
  // It refuses the timeouts of a connection.
  '08P01': POOLER,
};

/**
 * The message for the operator; for a database that does not answer, with the driver's code and where to look, and for
 * an audit that cannot be written, with the reason.
 */
export function explainShaonError(error: ShaonError): string {
  if (error.code === 'audit_unavailable' && isShaonError(error.cause)) {
    return `${error.message} ${explainShaonError(error.cause)}`;
  }
  if (error.code !== 'database_unavailable') return error.message;
  const code = String(error.details.driverCode ?? '');
  // A file of certificates that the URL names (sslrootcert).
  const problem = explainFileError(error.cause) ?? `${error.message}${code === '' ? '' : ` (${code})`}`;
  return [problem, error.details.isTlsFault === true ? TRUST : mendOf(code)].filter((text) => text !== '').join(' ');
}

/** The same for an error of the driver, or of a failed statement; null for any other error. */
export function explainRefusal(error: unknown): string | null {
  const { code, driverCode } = (error ?? {}) as { readonly code?: unknown; readonly driverCode?: unknown };
  return describeRefusal(String(driverCode ?? code ?? ''));
}

function describeRefusal(code: string): string | null {
  return REFUSALS[code] === undefined ? null : `The database server refuses (${code}). ${REFUSALS[code]}`;
}

function mendOf(code: string): string {
  // For a SQLite file, and for a transaction that another one caused to be undone, the message already says what to do.
  if (code.startsWith('SQLITE_') || code === '40001' || code === '40P01') return '';
  return REFUSALS[code] ?? `Is ${URL_OF_IT} right, and does the database run?`;
}
