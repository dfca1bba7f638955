/** The groups of pages; a product can mount each one separately. */
export const PAGE_GROUPS = [
  'account',
  'my-day',
  'attendance',
  'leave',
  'people',
  'tokens',
  'webhooks',
  'audit',
  'company',
] as const;

export type PageGroup = (typeof PAGE_GROUPS)[number];
