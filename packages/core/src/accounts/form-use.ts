import { createHash } from 'node:crypto';
import type { AccountActor } from '../actor.ts';
import { generatedBigId, instant, integer, text } from '../database/columns.ts';
import type { CompanyWrites, WriteOptions } from '../database/database.ts';
import type { RowOf } from '../database/row-of.ts';
import { insertOf } from '../database/statement.ts';
import { defineTable, type Table } from '../database/table.ts';
import { ShaonError } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { Clock } from '../time/clock.ts';
import { LONGEST_SESSION_MS } from './session-rules.ts';

/** Forms of pages that can be sent only once. */
export interface FormUse {
  /**
   * Uses up the number of a form, which the page made at random (16 to 200 characters) and the browser sent back. Called
   * with the `manager` of the act's own transaction, it is undone with the act, so that a refused form can be sent again;
   * of two at the same time one waits for the other. The number counts for the person alone. It is remembered for 90
   * days, as long as a session can live, so that no form of a session can be sent twice. Throws `state_conflict` the second time, `invalid_input` on `form`
   * for what is no number.
   */
  spendForm(actor: AccountActor, number: string, options?: WriteOptions): Promise<void>;
}

/** The form was made in a session, which was not longer than that after the form was sent. */
export const REMEMBERED_MS = LONGEST_SESSION_MS;

const columns = {
  id: generatedBigId,
  companyId: integer,
  digest: text,
  usedAt: instant,
};

/** A form of a page that was sent, so that it cannot be sent a second time. */
type UsedFormRow = RowOf<typeof columns>;

export const usedFormTable: Table<UsedFormRow> = defineTable<UsedFormRow>({
  name: 'shaon_used_form',
  entity: 'ShaonUsedForm',
  columns,
  uniques: [['companyId', 'digest']],
  indices: [{ columns: ['usedAt'] }],
  owner: { companyId: 'ShaonCompany' },
});

const SHORTEST = 16;
const LONGEST = 200;

const INSERT_UNLESS_USED = insertOf(usedFormTable, {
  columns: ['digest', 'used_at'],
  values: ['$2', '$3'],
  onConflict: 'ON CONFLICT (company_id, digest) DO NOTHING',
  returning: 'id',
});

export function createFormUse(parts: { readonly database: CompanyWrites; readonly clock: Clock }): FormUse {
  const { database, clock } = parts;
  return {
    async spendForm(actor, number, options = {}) {
      if (typeof number !== 'string' || number.length < SHORTEST || number.length > LONGEST) {
        throw invalidField('form', issue('required'));
      }
      const digest = createHash('sha256').update(`${actor.loginId} ${number}`).digest('hex');
      await database.write(actor, 'accounts.spendForm', options, async (company) => {
        const used = await company.change(INSERT_UNLESS_USED, [digest, clock.now()]);
        if (used.length === 0) throw new ShaonError('state_conflict', 'This form was sent already.', { form: 'used' });
      });
    },
  };
}
