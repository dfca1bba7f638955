import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '@shaon/core';
import { rawSql } from '@shaon/testing';

/** What a value is, for the message of a failed search. */
export type ConfidentialKind =
  | 'id number'
  | 'amount'
  | 'password'
  | 'digest or ciphertext'
  | 'document'
  | 'webhook secret';

export type ConfidentialValues = ReadonlyMap<string, ConfidentialKind>;

/** Texts of log-in passwords in a welcome message of either language. */
const WELCOME_PASSWORD = /(?:Password:|סיסמה:) (\S{12}) /g;
/** The bound of an amount stands in the text of its refusal. */
const PUBLIC_AMOUNTS = new Set(['99999999.99']);

/** Columns that no answer may quote, whatever they hold (SPEC 1). */
const HIDDEN_COLUMNS = [
  ['shaon_employee', 'id_number', 'digest or ciphertext'],
  ['shaon_employee', 'id_number_hash', 'digest or ciphertext'],
  ['shaon_login', 'password_hash', 'digest or ciphertext'],
  ['shaon_login', 'second_factor', 'digest or ciphertext'],
  ['shaon_recovery_code', 'digest', 'digest or ciphertext'],
  ['shaon_token', 'digest', 'digest or ciphertext'],
  ['shaon_session', 'digest', 'digest or ciphertext'],
  ['shaon_secret', 'ciphertext', 'digest or ciphertext'],
  ['shaon_webhook_secret', 'ciphertext', 'digest or ciphertext'],
  ['shaon_leave_document', 'content_key', 'digest or ciphertext'],
  ['shaon_leave_document', 'content', 'digest or ciphertext'],
  ['shaon_leave_request', 'document_key', 'document'],
  ['shaon_leave_request', 'document_name', 'document'],
] as const;

/**
 * The values that a database holds and no answer may show (SPEC 1): ID numbers in each way of writing them, amounts,
 * log-in passwords that wait in a message or stand in a spool folder, hashes, and names of documents.
 */
export async function confidentialValues(core: Core, folder?: string): Promise<ConfidentialValues> {
  const found = new Map<string, ConfidentialKind>();
  const all = core.extension.database.allCompanies();
  const { keys } = core.extension;
  for (const row of await all.run(
    rawSql('SELECT id_number, id_number_hash, hourly_rate, global_salary FROM "shaon_employee"'),
  )) {
    const idNumber = keys.decrypt('id_number', String(row.id_number_hash), String(row.id_number)).toString();
    for (const form of idNumberForms(idNumber)) found.set(form, 'id number');
    for (const amount of [row.hourly_rate, row.global_salary]) {
      const text = amountText(amount);
      if (text !== null) found.set(text, 'amount');
    }
  }
  for (const row of await all.run(
    rawSql('SELECT company_id, employee_id, text FROM "shaon_message" WHERE text IS NOT NULL'),
  )) {
    const context = `shaon_message:${row.company_id}:${row.employee_id}`;
    addPasswords(found, keys.decrypt('message', context, String(row.text)).toString());
  }
  if (folder !== undefined) for (const text of textsIn(folder)) addPasswords(found, text);
  for (const [table, column, kind] of HIDDEN_COLUMNS) {
    if (table === 'shaon_webhook_secret' && !(await hasWebhooks(core))) continue;
    for (const row of await all.run(rawSql(`SELECT ${column} AS value FROM "${table}" WHERE ${column} IS NOT NULL`))) {
      found.set(String(row.value), kind);
    }
  }
  return found;
}

/** Nine digits, eight where the number begins with a zero, and as a number. */
export function idNumberForms(idNumber: string): string[] {
  const padded = idNumber.padStart(9, '0');
  const forms = [idNumber, padded, padded.replace(/^0/, ''), padded.replace(/^0+/, '')];
  // Shorter ones are ids and phone numbers too.
  return [...new Set(forms)].filter((form) => /^\d{8,}$/.test(form));
}

/** Without the zeros behind it; null for one that may stand in an answer for another reason, such as 42.5. */
function amountText(amount: unknown): string | null {
  const text = amount === null ? '' : Number(amount).toString();
  return text.replace(/\D/g, '').length >= 6 && text.includes('.') && !PUBLIC_AMOUNTS.has(text) ? text : null;
}

function addPasswords(found: Map<string, ConfidentialKind>, text: string): void {
  for (const [, password] of text.matchAll(WELCOME_PASSWORD)) found.set(String(password), 'password');
}

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'));
}

/** Their tables are there where `migrateWebhooks` has run. */
async function hasWebhooks(core: Core): Promise<boolean> {
  const { database } = core.extension;
  const text =
    database.dialect === 'sqlite'
      ? `SELECT 1 AS found FROM sqlite_master WHERE name = 'shaon_webhook_secret'`
      : `SELECT 1 AS found FROM pg_tables WHERE tablename = 'shaon_webhook_secret'`;
  return (await database.allCompanies().run(rawSql(text))).length > 0;
}
