import { defineInput, type Input } from '@shaon/core/input';
import { object } from 'yup';

/** An operation without parameters of its own; `company_id` is never accepted (SPEC 1; D:Q11). */
export const noParameters: Input<object> = defineInput(object({}), { prohibited: ['company_id'] });
