import { type InvalidInputError, isShaonError } from '@shaon/core';
import { serialized } from '../answer.ts';
import type { Rule } from '../call.ts';
import { answerToError } from '../error-responses.ts';
import { errorLocale } from '../language.ts';
import type { V1 } from '../v1-parts.ts';

/** Turns an error of the following rules into an answer (SPEC 7). */
export function answerErrors({ options }: V1): Rule {
  return async (ctx, next) => {
    const { shaonCall: call } = ctx;
    try {
      await next();
    } catch (error) {
      // A refused write was rolled back together with its audit row.
      call.isAudited = false;
      call.detail ??= reasonOf(error);
      call.answer = serialized(answerToError(error, errorLocale(ctx), options.log, call.requestId));
    }
  };
}

/** The broken rules, as names of fields and rules, for the audit (D:W10); never a value. */
function reasonOf(error: unknown): Record<string, unknown> | null {
  if (!isShaonError(error)) return null;
  if (!('errors' in error)) return { code: error.code };
  const errors = (error as InvalidInputError).errors;
  return {
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, issues]) => [field, issues.map((issue) => issue.rule)]),
    ),
  };
}
