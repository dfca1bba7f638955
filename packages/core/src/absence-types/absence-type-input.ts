import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';

/** A label is stored trimmed and in NFC, so that equal labels are equal texts (D:Q19). */
export const absenceLabelInput = defineInput(object({ label: text({ max: 255 }).required(issue('required')) }));
