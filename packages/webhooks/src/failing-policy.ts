/** An endpoint to which so many deliveries have failed for good, one after another (D:V23). */
export interface FailingEndpoint {
  readonly companyId: number;
  readonly endpointId: number;
  /** Deliveries that have failed for good since the last success. */
  readonly failureStreak: number;
  /** Whether the endpoint was switched off because of them. */
  readonly disabled: boolean;
}

/** What becomes of an endpoint that keeps failing. */
export interface FailingPolicy {
  /** Deliveries that failed for good, in a row, until `notify` is called; 0 for never. */
  readonly after: number;
  /** Whether it is then switched off as well (D:V23: not by default). */
  readonly disable: boolean;
  /** Called after the commit, once for each streak. */
  notify(notice: FailingEndpoint): void;
}
