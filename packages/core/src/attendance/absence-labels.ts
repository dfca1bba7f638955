import type { LabelHistory } from '../absence-types/label-history.ts';

/** The labels on absence days (D:L2, T3). */
export const attendanceLabels: LabelHistory = {
  async rewrite(company, from, to, now) {
    const text =
      'UPDATE "shaon_attendance" SET absence_type = $3, updated_at = $4 WHERE company_id = $1 AND absence_type = $2 RETURNING id';
    return (await company.rows(text, [from, to, now])).length;
  },
};
