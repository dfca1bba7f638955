import { lockOwnLogin, readOwnLogin } from '../accounts/account-queries.ts';
import { loginTable } from '../accounts/login.ts';
import { type AccountActor, assertActor, systemActor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { orNotFound, ShaonError } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import type { Locale } from '../locale.ts';
import { failedYet, type WaitingMessages } from '../messages/message-queries.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type NoticeChoice, noticeChoiceInput } from './notice-input.ts';
import { kindsFor, kindsIn, NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts';
import { canTextTo, findRecipients, type NoticeWays, type Recipient } from './tell.ts';

/** How a person is told, and of what. */
export interface OwnNotices {
  /** The kinds that concern the person, and whether they want each. */
  readonly kinds: readonly { readonly kind: NoticeKind; readonly isWanted: boolean }[];
  readonly by: 'mail' | 'sms' | 'none';
  /** The language of their messages and pages; null follows the company. */
  readonly locale: Locale | null;
  /** Where e-mails go; null if this installation sends none. */
  readonly email: string | null;
  /** The last two digits of the number for text messages; or why none are sent to them. */
  readonly sms: { readonly ending: string } | 'off' | 'no_number';
  /** What could not be sent to them yet; null if there is nothing. */
  readonly waiting: WaitingMessages | null;
}

/** What people are told of by e-mail or SMS, by their own choice (D:A120). */
export interface NoticeService {
  /** The person's own choice. Throws `not_found`, and `not_authenticated` for a disabled account. */
  own(actor: AccountActor): Promise<OwnNotices>;
  /**
   * Changes the person's own choice. `expectedVersion` is `versionOf({ kinds, by, locale })`, with the wanted kinds
   * separated by spaces. Throws `invalid_input`, on `by` also for a way that does not reach them; `state_conflict` if
   * the choice has another version.
   */
  choose(actor: AccountActor, choice: NoticeChoice, options?: WriteOptions & ExpectedVersion): Promise<void>;
}

export function createNoticeService(parts: ServiceParts & { readonly ways: NoticeWays }): NoticeService {
  const { database, audit, clock, ways } = parts;

  return {
    async own(actor) {
      assertPerson(actor);
      await readOwnLogin(database.scope(actor), actor.loginId);
      // Read as the system: a person's own number is theirs whatever their limits.
      const scope = database.scope(systemActor(actor.companyId));
      const recipient = orNotFound((await findRecipients(scope, { loginId: actor.loginId }))[0], 'account');
      const { hasMail, hasSms } = ways;
      const canText = canTextTo(ways, recipient);
      const { phoneE164 } = recipient;
      return {
        ...choiceOf(recipient),
        kinds: kindsFor(recipient).map((kind) => ({ kind, isWanted: !kindsIn(recipient.notTold).includes(kind) })),
        email: hasMail ? recipient.email : null,
        sms:
          canText && phoneE164 !== null
            ? { ending: phoneE164.slice(-2) }
            : isTexting(hasSms, recipient)
              ? 'no_number'
              : 'off',
        waiting: await failedYet(scope, actor.loginId),
      };
    },

    async choose(actor, input, { expectedVersion, ...options } = {}) {
      assertPerson(actor);
      const choice = validate(noticeChoiceInput, input);
      await database.write(actor, 'notices.choose', options, async (company) => {
        const login = await lockOwnLogin(company, actor.loginId);
        const system = database.within(company.manager, systemActor(actor.companyId));
        const recipient = orNotFound((await findRecipients(system, { loginId: login.id }))[0], 'account');
        const before = choiceOf(recipient);
        assertVersion(expectedVersion, 'notices', () => ({ ...before, kinds: before.kinds.join(' ') }));
        if (choice.by === 'sms' && !canTextTo(ways, recipient)) throw invalidField('by', issue('in'));
        if (choice.by === 'mail' && !ways.hasMail) throw invalidField('by', issue('in'));
        const wanted = choice.kinds ?? before.kinds;
        // Kinds of a role that the person does not have now stay as they were.
        const refused = NOTICE_KINDS.filter((kind) =>
          kindsFor(recipient).includes(kind) ? !wanted.includes(kind) : kindsIn(recipient.notTold).includes(kind),
        );
        const change = {
          toldBy: choice.by === undefined ? undefined : choice.by === 'mail' ? null : choice.by,
          notTold: choice.kinds === undefined ? undefined : refused.join(' ') || null,
          locale: choice.locale,
        };
        await company.update(loginTable, login, { ...change, updatedAt: clock.now() });
        await auditAct(audit, company, actor, 'account.choose_notices', {
          login_id: login.id,
          ...changesOf(login, change),
        });
      });
    },
  };
}

const isTexting = (hasSms: boolean, { company }: Recipient): boolean => hasSms && company.allowsSms;

function choiceOf(recipient: Recipient): { by: OwnNotices['by']; locale: Locale | null; kinds: NoticeKind[] } {
  const refused = kindsIn(recipient.notTold);
  return {
    by: recipient.toldBy ?? 'mail',
    locale: recipient.ownLocale,
    kinds: kindsFor(recipient).filter((kind) => !refused.includes(kind)),
  };
}

function assertPerson(actor: AccountActor): void {
  assertActor(actor);
  if (actor.kind !== 'account') throw new ShaonError('not_permitted', 'Only people choose what they are told.');
}
