/** Language of texts for people: Hebrew or English. */
export type Locale = 'he' | 'en';

/** A stored locale. */
export const localeOf = (stored: unknown): Locale => (stored === 'en' ? 'en' : 'he');
