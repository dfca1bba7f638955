import { ShaonError } from '@shaon/core';
import type { UrlRefusal, UrlRule } from './address-guard/target-url.ts';

/** A target URL that the address guard refuses; `rule` is the rule that it breaks (D:V18). */
export class UrlRefusedError extends ShaonError {
  readonly rule: UrlRule | 'unresolvable';

  constructor(refusal: Pick<UrlRefusal, 'message'> & { readonly rule: UrlRule | 'unresolvable' }) {
    super('invalid_input', refusal.message, { field: 'url', rule: refusal.rule });
    this.name = 'UrlRefusedError';
    this.rule = refusal.rule;
  }
}
