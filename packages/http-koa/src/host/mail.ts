import { type SmtpSender, smtpSender } from '@shaon/core';
import type { HostConfig } from './settings.ts';

/** The sender of e-mails that the settings name; null if none are sent. */
export const mailSender = ({ smtpUrl }: Pick<HostConfig, 'smtpUrl'>): SmtpSender | null =>
  smtpUrl === null ? null : smtpSender({ url: smtpUrl });
