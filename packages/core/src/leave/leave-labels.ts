import type { LabelHistory } from '../absence-types/label-history.ts';

/** The labels on leave requests (D:L2). */
export const leaveLabels: LabelHistory = {
  async rewrite(company, from, to, now) {
    const text =
      'UPDATE "shaon_leave_request" SET type = $3, updated_at = $4 WHERE company_id = $1 AND type = $2 RETURNING id';
    return (await company.rows(text, [from, to, now])).length;
  },
};
