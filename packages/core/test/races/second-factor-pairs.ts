import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { GOOD_PASSWORD } from '../accounts/people.ts';
import type { CoreTest } from '../support.ts';
import { type AccountWithPassword, accountsWithPassword } from './accounts-with-password.ts';
import { serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

interface Enrolled extends AccountWithPassword {
  readonly sessionId: number;
  readonly otherSessionId: number;
  /** A right code of the app, which no action has used. */
  readonly code: string;
  /** One of the ten; empty before the second factor is confirmed. */
  readonly recoveryCode: string;
  /** The number of a form that was not sent. */
  readonly form: string;
}

const CODES = 10;
const STEP_MS = 30_000;

/** The account of a manager with two sessions, whose second factor is confirmed or waits for its first code. */
export function secondFactors(test: CoreTest, state: 'confirmed' | 'not confirmed'): RecordKind<Enrolled> {
  const accounts = accountsWithPassword(test);
  const isConfirmed = state === 'confirmed';

  const codeAt = (secret: string, offset: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() + offset });

  async function make(): Promise<Enrolled> {
    const account = await accounts.make();
    const { actor } = account;
    await test.core.accounts.beginSecondFactor(actor);
    const secret = (await test.core.accounts.pendingSecondFactor(actor))?.secret ?? '';
    let recoveryCode = '';
    if (isConfirmed) {
      const confirmed = await test.core.accounts.confirmSecondFactor(actor, codeAt(secret, -STEP_MS));
      recoveryCode = confirmed.recoveryCodes[0]!;
    }
    const [sessionId, otherSessionId] = [
      await accounts.openSession(actor.loginId),
      await accounts.openSession(actor.loginId),
    ];
    return {
      ...account,
      sessionId,
      otherSessionId,
      code: codeAt(secret, 0),
      recoveryCode,
      form: `a form of a race ${serial()}`,
    };
  }

  const halfway = ({ actor }: Enrolled) => ({ ...actor, kind: 'second_factor' as const, must: 'code' as const });
  const codeRefusals = ['invalid_input', 'state_conflict', 'not_authenticated'] as const;

  const forBoth: Readonly<Record<string, Action<Enrolled>>> = {
    'reset by an admin': {
      act: ({ actor }, options) => test.core.accounts.resetSecondFactor(test.company, actor.loginId, options),
      refusals: ['state_conflict'],
    },
    'end the session': {
      act: ({ actor, sessionId }, options) => test.core.accounts.endSession(actor, sessionId, options),
      refusals: ['not_authenticated'],
    },
    disable: { act: ({ actor }, options) => test.core.accounts.disable(test.company, actor.loginId, options) },
  };
  const unconfirmed: Readonly<Record<string, Action<Enrolled>>> = {
    'begin anew': {
      act: ({ actor }, options) => test.core.accounts.beginSecondFactor(actor, options),
      refusals: ['state_conflict', 'not_authenticated'],
    },
    confirm: {
      isAlwaysAlone: true,
      act: ({ actor, code, sessionId }) => test.core.accounts.confirmSecondFactor(actor, code, { sessionId }),
      refusals: codeRefusals,
    },
    'fail to confirm': {
      isAlwaysAlone: true,
      act: ({ actor }) => test.core.accounts.confirmSecondFactor(actor, 'wrong'),
      refusals: codeRefusals,
    },
  };
  const confirmed: Readonly<Record<string, Action<Enrolled>>> = {
    'prove by the code': {
      isAlwaysAlone: true,
      act: (enrolled) =>
        test.core.accounts.proveSecondFactor(halfway(enrolled), enrolled.code, { sessionId: enrolled.sessionId }),
      refusals: codeRefusals,
    },
    'prove by a recovery code': {
      isAlwaysAlone: true,
      act: (enrolled) =>
        test.core.accounts.proveSecondFactor(halfway(enrolled), enrolled.recoveryCode, {
          sessionId: enrolled.otherSessionId,
        }),
      refusals: codeRefusals,
    },
    'renew the recovery codes': {
      isAlwaysAlone: true,
      act: ({ actor, code }) => test.core.accounts.renewRecoveryCodes(actor, code),
      refusals: codeRefusals,
    },
    remove: {
      isAlwaysAlone: true,
      act: ({ actor, code }) => test.core.accounts.removeSecondFactor(actor, { current_password: GOOD_PASSWORD, code }),
      refusals: codeRefusals,
    },
    'end all sessions': {
      act: ({ actor }, options) => test.core.accounts.endAllSessions(actor, options),
      refusals: ['not_authenticated'],
    },
    'confirm the password': {
      isAlwaysAlone: true,
      act: ({ actor, sessionId }) => test.core.accounts.confirmPassword(actor, sessionId, GOOD_PASSWORD),
      refusals: ['invalid_input', 'not_found', 'not_authenticated'],
    },
    'change the password': {
      isAlwaysAlone: true,
      act: ({ actor }) =>
        test.core.accounts.changePassword(actor, { current_password: GOOD_PASSWORD, password: 'another horse 2' }),
      refusals: ['invalid_input', 'not_authenticated'],
    },
    'send the form': {
      act: ({ actor, form }, options) => test.core.accounts.markFormUsed(actor, form, options),
      refusals: ['state_conflict', 'not_authenticated'],
    },
  };

  return {
    name: `a second factor that is ${state}`,
    make,
    actions: isConfirmed ? { ...confirmed, ...forBoth } : { ...unconfirmed, ...forBoth },

    async check(enrolled, done) {
      const { loginId } = enrolled.actor;
      const didAny = (...names: readonly string[]) => done.some((name) => names.includes(name));
      const login = await accounts.loginOf(loginId);
      const hasFactor = (isConfirmed || didAny('confirm')) && !didAny('remove', 'reset by an admin');
      expect(login.second_factor_at !== null, 'a second factor').to.equal(hasFactor);
      const { codes, unused } = await recoveryCodesOf(loginId);
      expect(codes, 'recovery codes').to.equal(hasFactor ? CODES : 0);
      // A renewal replaces a code that was used before it.
      const used = didAny('prove by a recovery code') ? 1 : 0;
      if (hasFactor && !didAny('renew the recovery codes')) expect(codes - unused, 'used codes').to.equal(used);
      for (const names of [
        ['confirm'],
        ['prove by the code', 'renew the recovery codes', 'remove'],
        ['prove by a recovery code'],
        ['send the form'],
      ]) {
        const times = done.filter((name) => names.includes(name)).length;
        expect(times, `${names.join(' or ')}, which may be done once`).to.be.at.most(1);
      }
      if (didAny('begin anew')) expect(done, 'the code of the former secret').not.to.include('confirm');
      await checkSessions(enrolled, didAny);
    },
  };

  async function checkSessions(
    { actor, sessionId, otherSessionId }: Enrolled,
    didAny: (...names: readonly string[]) => boolean,
  ): Promise<void> {
    const sessions = await stored(
      test,
      test.company,
      'SELECT * FROM "shaon_session" WHERE company_id = $1 AND login_id = $2',
      actor.loginId,
    );
    const sessionOf = (id: number) => sessions.find((session) => Number(session.id) === id)!;
    const [session, other] = [sessionOf(sessionId), sessionOf(otherSessionId)];
    const areAllEnded = didAny('disable', 'reset by an admin', 'end all sessions', 'change the password');
    expect(session.ended_at !== null, 'ended').to.equal(areAllEnded || didAny('end the session'));
    expect(other.ended_at !== null, 'the other ended').to.equal(areAllEnded);
    expect(session.confirmed_at !== null, 'confirmed').to.equal(didAny('confirm the password'));
    expect(session.second_factor_at !== null, 'proved').to.equal(didAny('prove by the code', 'confirm'));
    expect(other.second_factor_at !== null, 'the other proved').to.equal(didAny('prove by a recovery code'));
  }

  async function recoveryCodesOf(loginId: number): Promise<{ readonly codes: number; readonly unused: number }> {
    const [row] = await stored(
      test,
      test.company,
      `SELECT COUNT(*) AS codes, COUNT(*) - COUNT(used_at) AS unused FROM "shaon_recovery_code"
        WHERE company_id = $1 AND login_id = $2`,
      loginId,
    );
    return { codes: Number(row?.codes), unused: Number(row?.unused) };
  }
}
