/**
 * What a product keeps. What it does not is declared to the contract, which then wants the records to hold what the API
 * says in its place, and no sample of it.
 */
export interface Capabilities {
  /**
   * Whether punches have a place. Without, `location` is null in every record; the API shows a token that may see it
   * null for both punches (SPEC 2; D:T10). Default true.
   */
  readonly location?: boolean;
  /**
   * Whether people punch out for a break, or are seen while they are in: such a day has a `check_in` and no `check_out`
   * (D:T8). Without, the product may know a day only when it is over. Default true.
   */
  readonly breaks?: boolean;
  /** Whether people are in departments. Without, `department` is null and the list is empty. Default true. */
  readonly departments?: boolean;
  /** Whether people are in branches. Without, `branch` is null and the list is empty. Default true. */
  readonly branches?: boolean;
}

/** The filters by departments and branches that a product does not keep. */
export function filtersWithout({ departments = true, branches = true }: Capabilities): ReadonlySet<string> {
  return new Set([...(departments ? [] : ['department_id']), ...(branches ? [] : ['branch_id'])]);
}
