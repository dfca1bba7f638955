/**
 * What a product records. For what it does not, the contract then requires the API's substitute values in the records,
 * and no samples.
 */
export interface Capabilities {
  /**
   * Whether punches have a location. If not, `location` is null in every record; the API shows null for both punches to
   * a token that may see locations (SPEC 2; D:T10). Default true.
   */
  readonly location?: boolean | undefined;
  /**
   * Whether people punch out for a break, or are visible while they are in: such a day has a `check_in` and no
   * `check_out` (D:T8). If not, the product may know a day only when it is over. Default true.
   */
  readonly breaks?: boolean | undefined;
  /** Whether people have departments. If not, `department` is null and the list is empty. Default true. */
  readonly departments?: boolean | undefined;
  /** Whether people have branches. If not, `branch` is null and the list is empty. Default true. */
  readonly branches?: boolean | undefined;
}

/** The filters by departments and branches that a product does not record. */
export function filtersWithout({ departments = true, branches = true }: Capabilities): ReadonlySet<string> {
  return new Set([...(departments ? [] : ['department_id']), ...(branches ? [] : ['branch_id'])]);
}
