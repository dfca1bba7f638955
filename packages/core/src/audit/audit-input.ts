import { object } from 'yup';
import { instant } from '../input/date-fields.ts';
import { canonicalInteger, filterId, flag } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';
import { auditCursorField } from './audit-cursor.ts';

const shortText = () => text({ max: 512, bidiControls: true }).nullable();

const filterFields = {
  from: instant().nullable(),
  until: instant().nullable(),
  token_id: filterId().nullable(),
  login_id: filterId().nullable(),
  method: shortText(),
  route: shortText(),
  action: shortText(),
  status_class: canonicalInteger({ min: 1, max: 5 }).nullable(),
  ip: shortText(),
  kind: oneOf(['api', 'admin', 'system']).nullable(),
  request_id: shortText(),
  page_views: flag().nullable(),
};

/** The filter of a company's admin (AuditFilter). An unknown id matches nothing (D:Q14). */
export const auditFilterInput = defineInput(object(filterFields), { isClosed: true });

/** The operator's filter: also a company's id, or null for rows of no company (D:U1). */
export const operatorAuditFilterInput = defineInput(object({ ...filterFields, company_id: filterId().nullable() }), {
  isClosed: true,
});

/** Where a page begins and how long it is (AuditCursor). */
export const auditCursorInput = defineInput(
  object({
    before: auditCursorField().nullable(),
    after: auditCursorField().nullable(),
    limit: canonicalInteger({ min: 1, max: 1_000 }),
  }),
  { isClosed: true },
);
