import { type InputErrors, InvalidInputError } from '@shaon/core';
import { issue } from '@shaon/core/input';
import type { UrlRefusal, UrlRule } from './address-guard/target-url.ts';

/**
 * A target URL that the address guard refuses; `rule` is the rule that it breaks (D:V18), and the message its text.
 * `errors` lists the other fields that are wrong, too.
 */
export class UrlRefusedError extends InvalidInputError {
  readonly rule: UrlRule | 'unresolvable';
  override readonly details: Readonly<Record<string, unknown>>;

  constructor(refusal: Pick<UrlRefusal, 'message'> & { readonly rule: UrlRule | 'unresolvable' }, others: InputErrors) {
    super({ url: [issue('in')], ...others });
    this.name = 'UrlRefusedError';
    this.message = refusal.message;
    this.rule = refusal.rule;
    this.details = { errors: this.errors, field: 'url', rule: refusal.rule };
  }
}
