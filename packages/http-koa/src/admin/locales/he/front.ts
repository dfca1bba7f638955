/** The page at the root of the standalone host. */
export const front = {
  title: 'נוכחות, היעדרויות ועובדים',
  lead: 'עובדים ומנהלים מתחברים כאן.',
  docs: 'תיעוד ה־API למפתחים',
};
