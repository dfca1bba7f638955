import type { LoginRole } from '../actor.ts';
import type { MessageKind } from '../messages/message.ts';

/** What people may be told of, by their own choice. The link to a new password, and that it was changed, always come. */
export type NoticeKind = Exclude<MessageKind, 'welcome' | 'password_link' | 'password_changed'>;

/** Who is told of a kind, in the order of the page: people about their own records, or those of a role. */
const AUDIENCES: Readonly<Record<NoticeKind, readonly LoginRole[] | 'own'>> = {
  digest: ['admin', 'manager'],
  endpoint_failing: ['admin'],
  deliveries_given_up: ['admin'],
  token_expires: ['admin'],
  leave_decided: 'own',
  correction_decided: 'own',
};

export const NOTICE_KINDS = Object.keys(AUDIENCES) as readonly NoticeKind[];

/** The kinds that concern a person. */
export function kindsFor({ role, employeeId }: { role: LoginRole; employeeId: number | null }): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => {
    const audience = AUDIENCES[kind];
    return audience === 'own' ? employeeId !== null : audience.includes(role);
  });
}

/** Stored kinds; unknown words are of another version. */
export const kindsIn = (stored: string | null): NoticeKind[] => {
  const given = stored?.split(' ') ?? [];
  return NOTICE_KINDS.filter((kind) => given.includes(kind));
};
