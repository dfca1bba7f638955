/** Where a request comes from, as far as its receiver knows. */
export interface Origin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}
