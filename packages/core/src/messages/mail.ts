/** Hands an e-mail to a mail server. */
export interface MailSender {
  /**
   * Resolves when the server has accepted the e-mail. If it throws, the e-mail is tried again (D:W25), unless the error
   * is a `SendFailure` that is final; its `reason` goes to the log.
   */
  send(message: MailMessage): Promise<void>;
}

/** An e-mail as it is sent. Both parts have the same words; the HTML has no pictures. */
export interface Mail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An e-mail to send; `reference` is the same on every try of one. */
export interface MailMessage extends Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly reference: string;
}
