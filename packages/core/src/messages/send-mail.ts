import type { Mail, MailSender } from './mail.ts';
import type { SendMessage } from './message-worker.ts';

/** Sends what the outbox keeps of an e-mail. */
export const sendMail =
  (sender: MailSender): SendMessage =>
  ({ to, text, reference }) => {
    const { subject, text: plain, html } = JSON.parse(text) as Mail;
    return sender.send({ to, subject, text: plain, html, reference });
  };
