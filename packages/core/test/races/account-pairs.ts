import { expect } from 'chai';
import { GOOD_PASSWORD } from '../accounts/people.ts';
import type { CoreTest } from '../support.ts';
import { type AccountWithPassword, accountsWithPassword } from './accounts-with-password.ts';
import { stored } from './look.ts';
import type { RecordKind } from './writing-pairs.ts';

const NEW_PASSWORD = 'another horse 2';
const LINK_PASSWORD = 'a third horse 3';

/** The account of a manager without a staff row, with a password and an open link. */
export function accounts(test: CoreTest): RecordKind<AccountWithPassword> {
  const { make, passwordHash, loginOf } = accountsWithPassword(test);

  async function openOf(id: number): Promise<{ readonly sessions: number; readonly links: number }> {
    const [open] = await stored(
      test,
      test.company,
      `SELECT (SELECT COUNT(*) FROM "shaon_session" s WHERE s.login_id = $2 AND s.ended_at IS NULL) AS sessions,
        (SELECT COUNT(*) FROM "shaon_access_link" k WHERE k.login_id = $2 AND k.used_at IS NULL) AS links
        FROM "shaon_company" c WHERE c.id = $1`,
      id,
    );
    return { sessions: Number(open?.sessions), links: Number(open?.links) };
  }

  return {
    name: 'an account',
    make,
    actions: {
      disable: { act: ({ actor }, options) => test.core.accounts.disable(test.company, actor.loginId, options) },
      enable: { act: ({ actor }, options) => test.core.accounts.enable(test.company, actor.loginId, options) },
      rename: {
        act: ({ actor }, options) =>
          test.core.accounts.update(test.company, actor.loginId, { name: 'Renamed' }, options),
      },
      'make a link': {
        act: ({ actor }, options) => test.core.accounts.makeLink(test.company, actor.loginId, options),
        refusals: ['state_conflict'],
      },
      'choose a language': {
        act: ({ actor }, options) => test.core.accounts.setLocale(actor, 'en', options),
        refusals: ['not_authenticated'],
      },
      'choose notices': {
        act: ({ actor }, options) => test.core.notices.choose(actor, { kinds: [] }, options),
        refusals: ['not_authenticated'],
      },
      'end all sessions': {
        act: ({ actor }, options) => test.core.accounts.endAllSessions(actor, options),
        refusals: ['not_authenticated'],
      },
      'sign in': {
        isAlwaysAlone: true,
        act: ({ email }) => test.core.accounts.signIn({ email, password: GOOD_PASSWORD }),
        refusals: ['not_authenticated'],
      },
      'fail to sign in': {
        isAlwaysAlone: true,
        act: ({ email }) => test.core.accounts.signIn({ email, password: 'a wrong horse 4' }),
        refusals: ['not_authenticated'],
      },
      'use the link': {
        isAlwaysAlone: true,
        act: ({ link }) => test.core.accounts.useLink(link, LINK_PASSWORD),
        refusals: ['not_authenticated'],
      },
      'change the password': {
        isAlwaysAlone: true,
        act: ({ actor }) =>
          test.core.accounts.changePassword(actor as never, {
            current_password: GOOD_PASSWORD,
            password: NEW_PASSWORD,
          }),
        refusals: ['invalid_input', 'not_authenticated'],
      },
    },
    async check({ actor }, done) {
      const login = await loginOf(actor.loginId);
      const open = await openOf(actor.loginId);
      if (login.disabled_at !== null)
        expect(open, 'open in a disabled account').to.deep.equal({ sessions: 0, links: 0 });
      expect(open.links, 'open links').to.be.at.most(1);
      if (!done.includes('enable')) expect(login.disabled_at !== null, 'disabled').to.equal(done.includes('disable'));
      if (done.includes('rename')) expect(login.name).to.equal('Renamed');
      const setters = done.filter((name) => name === 'use the link' || name === 'change the password');
      expect(setters.length, 'new passwords out of one link or one old password').to.be.at.most(1);
      expect(login.password_hash === (await passwordHash()), 'the old password').to.equal(setters.length === 0);
    },
  };
}
