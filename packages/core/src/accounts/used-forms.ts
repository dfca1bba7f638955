import type { AccountActor } from '../actor.ts';
import type { WriteOptions } from '../database/database.ts';
import { generatedBigId, instant, integer, text } from '../database/sql/columns.ts';
import { insertOf } from '../database/sql/statement.ts';
import { defineTable } from '../database/sql/table.ts';
import { stateConflict } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { WriteParts } from '../service-parts.ts';
import { digestOf } from './random-secret.ts';
import { LONGEST_SESSION_MS } from './session.ts';

/** Forms of pages that can be sent only once. */
export interface UsedForms {
  /**
   * Marks a form's number as used; the page made it at random (16 to 200 characters) and the browser sent it back.
   * Called with the `manager` of the act's own transaction, the mark is rolled back with the act, so that a refused
   * form can be sent again; of two concurrent calls one waits for the other. Each person has their own numbers. They
   * are kept for 90 days, the longest life of a session, so that no form of a session can be sent twice. Throws
   * `state_conflict` the second time, `invalid_input` on `form` for an invalid number.
   */
  markFormUsed(actor: AccountActor, number: string, options?: WriteOptions): Promise<void>;
  /**
   * Whether the actor's form was sent and not refused. Asked when a form is refused: what it made the first time may be
   * the reason, such as an e-mail address that is now taken.
   */
  isFormUsed(actor: AccountActor, number: string): Promise<boolean>;
}

/** A form belongs to a session, and after the form is sent its session lives no longer than this. */
export const USED_FORMS_KEPT_MS = LONGEST_SESSION_MS;

/** A form of a page that was sent and cannot be sent again. */
export const usedFormTable = defineTable({
  name: 'shaon_used_form',
  columns: {
    id: generatedBigId,
    companyId: integer,
    digest: text,
    usedAt: instant,
  },
  uniques: [['companyId', 'digest']],
  indices: [{ columns: ['usedAt'] }],
  refersToCompany: true,
});

const SHORTEST = 16;
const LONGEST = 200;

const INSERT_UNLESS_USED = insertOf(usedFormTable, {
  columns: ['digest', 'used_at'],
  values: ['$2', '$3'],
  onConflict: 'ON CONFLICT (company_id, digest) DO NOTHING',
  returning: 'id',
});

export function createUsedForms({ database, clock }: WriteParts): UsedForms {
  return {
    async markFormUsed(actor, number, options = {}) {
      if (typeof number !== 'string' || number.length < SHORTEST || number.length > LONGEST) {
        throw invalidField('form', issue('required'));
      }
      const digest = formDigest(actor, number);
      await database.write(actor, 'accounts.markFormUsed', options, async (company) => {
        const used = await company.change(INSERT_UNLESS_USED, [digest, clock.now()]);
        if (used.length === 0) throw stateConflict('This form was sent already.', { form: 'used' });
      });
    },

    async isFormUsed(actor, number) {
      const scope = database.scopeBeforeWrite(actor, {});
      return (await scope.findOne(usedFormTable, { digest: formDigest(actor, String(number)) })) !== null;
    },
  };
}

const formDigest = ({ loginId }: AccountActor, number: string): string => digestOf(`${loginId} ${number}`);
