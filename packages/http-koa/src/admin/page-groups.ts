/** The groups of pages that a product can mount one by one. */
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
