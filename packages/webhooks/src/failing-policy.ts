/** An endpoint to which so many deliveries in a row have failed for good (D:V23). */
export interface FailingEndpoint {
  readonly companyId: number;
  readonly endpointId: number;
  /** Deliveries that have failed for good since the last success. */
  readonly failureStreak: number;
  /** Whether the endpoint was switched off because of them. */
  readonly disabled: boolean;
}

/** The reaction to an endpoint that keeps failing. */
export interface FailingPolicy {
  /** Deliveries in a row that failed for good before `notify` is called; 0 for never. */
  readonly after: number;
  /** Whether the endpoint is then also switched off (D:V23: not by default). */
  readonly disable: boolean;
  /** Called after the commit, once for each streak. */
  notify(notice: FailingEndpoint): void;
}
