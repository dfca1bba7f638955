import { emailKey } from '../../input/contact-fields.ts';
import type { CoreLog } from '../../log.ts';
import type { RunStatement } from '../connect/engine.ts';

/** UTF-8 needs one byte for an ASCII character and more for any other. */
const NOT_ASCII = 'octet_length(email_key) > length(email_key)';
const SELECT = `SELECT id, email, email_key FROM "shaon_login" WHERE ${NOT_ASCII} ORDER BY id`;
const TAKE = `UPDATE "shaon_login" SET email_key = $2 WHERE id = $1
  AND NOT EXISTS (SELECT 1 FROM "shaon_login" WHERE email_key = $2) RETURNING id`;

/**
 * D:A10: converts the domains in existing e-mail keys to ASCII, in code, because neither database can compute that
 * form. If two people hold one mailbox in its two forms, the person whose key is already in ASCII keeps it; the other
 * needs a new address to sign in, and the log names their log-in.
 */
export async function asciiEmailKeys(run: RunStatement, log: CoreLog): Promise<void> {
  for (const { id, email, email_key } of await run(SELECT, [])) {
    const key = emailKey(String(email));
    if (key === email_key) continue;
    const changed = await run(TAKE, [Number(id), key]);
    if (changed.length > 0) continue;
    log.warn({ loginId: Number(id) }, 'Another log-in has this e-mail address in its other form: give it a new one');
  }
}
