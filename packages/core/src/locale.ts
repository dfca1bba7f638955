/** Language of texts for people: Hebrew or English. */
export type Locale = (typeof LOCALES)[number];
export const LOCALES = ['he', 'en'] as const;

/** A stored locale. */
export const localeOf = (stored: unknown): Locale => (stored === 'en' ? 'en' : 'he');
