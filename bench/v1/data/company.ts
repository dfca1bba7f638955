/** The company of the benchmark; all its sizes depend on the number of attendance rows. */
export interface BenchCompany {
  readonly companyId: number;
  readonly employees: number;
  readonly days: number;
  readonly rows: number;
  /** A token with every ability but the location of punches. */
  readonly token: string;
  /** The same with `attendance:location:read`. */
  readonly locationToken: string;
}

export const DAYS = 500;
export const DEPARTMENTS = 20;
export const BRANCHES = 5;
export const FIRST_DATE = '2025-01-01';
/** The month of W3; it lies inside the 500 days. */
export const MONTH = { from: '2025-10-01', to: '2025-10-31' };

/** Keys of the benchmark's databases, which hold nothing real. */
export const BENCH_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
