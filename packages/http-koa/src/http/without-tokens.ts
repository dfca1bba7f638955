const TOKEN = /shn_[A-Za-z0-9_-]{8,}/g;

/** Masks tokens in a text, because a token in an unexpected place must not get into the log or the audit (D:K2). */
export function withoutTokens(text: string): string {
  return text.replaceAll(TOKEN, 'shn_…');
}

export function holdsToken(text: string): boolean {
  return text.search(TOKEN) >= 0;
}
