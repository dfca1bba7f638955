import type { Core, MailMessage, MailSender, SmsMessage, SmsSender } from '@shaon/core';

/** A mail server that keeps what it took, and fails as long as it is told to. */
export class KeptMails implements MailSender {
  readonly taken: MailMessage[] = [];
  failure: Error | null = null;

  async send(message: MailMessage): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.taken.push(message);
  }

  /** What has arrived since the last call. */
  async sent(core: Core): Promise<MailMessage[]> {
    await core.messages.drainOnce();
    return this.taken.splice(0);
  }
}

/** The same for text messages. */
export class KeptTexts implements SmsSender {
  readonly taken: SmsMessage[] = [];

  async send(message: SmsMessage): Promise<void> {
    this.taken.push(message);
  }
}

export const PAGES = 'https://hr.example/admin';
