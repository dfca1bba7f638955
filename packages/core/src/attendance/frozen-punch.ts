import { ShaonError } from '../errors.ts';

/** SPEC 3: a frozen employee cannot punch. Throws `employee_frozen`. */
export function refuseFrozenPunch(employee: { readonly status: string }): void {
  if (employee.status !== 'frozen') return;
  throw new ShaonError('employee_frozen', 'This employee is frozen and cannot punch.');
}
