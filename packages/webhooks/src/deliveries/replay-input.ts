import { defineInput, instantField, issue, oneOf } from '@shaon/core/input';
import { object } from 'yup';

/** The events to send again (ReplayRange). */
export const replayInput = defineInput(
  object({
    from: instantField().required(issue('required')),
    to: instantField(),
    which: oneOf(['failed', 'all']),
  }),
);
