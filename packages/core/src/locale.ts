/** Language of texts for people: Hebrew or English. */
export type Locale = 'he' | 'en';
