import { serialized } from '../answer.ts';
import { auditEntryOf } from '../audit-entry.ts';
import type { Rule } from '../call.ts';
import { answerToError } from '../error-responses.ts';
import { throughPort } from '../port-faults.ts';
import type { V1 } from '../v1-parts.ts';
import { noteQueryForAudit } from './note-query.ts';

/**
 * Commits the audit row of a call before its answer is sent; if it cannot be written, the answer is 503 and contains no
 * data (D:U6). A write has committed its row in its own transaction.
 */
export function auditBeforeAnswer({ services, options }: V1): Rule {
  const commit = throughPort(services, 'audit.commit');
  return async (ctx, next) => {
    await next();
    const { shaonCall: call } = ctx;
    if (call.isAudited || call.answer === null) return;
    noteQueryForAudit(call);
    try {
      const entry = auditEntryOf(call, call.answer.status);
      await commit(() => services.audit.commit(entry));
    } catch (error) {
      call.answer = serialized(answerToError(error, 'en', options.log, call.requestId));
    }
  };
}
