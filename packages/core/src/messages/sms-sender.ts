/** Hands a text message to a gateway. */
export interface SmsSender {
  /**
   * Resolves when the gateway has accepted the message. If it throws, the message is tried again (D:W25), and the
   * `reason` of a `SendFailure` is shown to the admin. `reference` is the same on every try of one message.
   */
  send(message: SmsMessage): Promise<void>;
}

/** A text message to send; `reference` is the same on every try of one message. */
export interface SmsMessage {
  /** E.164: `+972501234567`. */
  readonly to: string;
  readonly text: string;
  readonly reference: string;
}
