/** The source of a request, as far as the receiver knows it. */
export interface Origin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}
