import { createCore } from '@shaon/core';
import { expect } from 'chai';
import { unsentText } from '../accounts/people.ts';
import { newEmployee, refusal, TEST_KEYS, withCore } from '../support.ts';

const SIGN_IN = 'https://shaon.example/admin';

/** What a message says of the sign-in: in the company's language, of a new person and of one who is sent it again. */
const textsOf = (title: string, options: { signInUrl?: string }, hebrew: RegExp, english: RegExp) =>
  withCore(
    title,
    (test) => {
      it('is in the language of the company', async () => {
        for (const [company, text] of [
          [test.company, hebrew],
          [test.foreign, english],
        ] as const) {
          const { id } = await test.core.employees.create(company, newEmployee());
          expect(await unsentText(test.core, company, id)).to.match(text);
          await test.core.messages.resend(company, id);
          expect(await unsentText(test.core, company, id)).to.match(text);
        }
      });
    },
    options,
  );

textsOf('the welcome message', {}, /יש להחליף אותה בהתחברות הראשונה\.$/, /Change it when you first sign in\.$/);
textsOf(
  'the welcome message that names the sign-in',
  { signInUrl: SIGN_IN },
  /יש להחליף אותה בהתחברות הראשונה: https:\/\/shaon\.example\/admin$/,
  /Change it when you first sign in: https:\/\/shaon\.example\/admin$/,
);

describe('the address of the sign-in', () => {
  it('is the address of a page', async () => {
    const database = { type: 'sqlite', path: 'none.sqlite' } as const;
    for (const signInUrl of ['', 'admin', 'ftp://a.example', 'https://a.example/ b', 'https://', 5]) {
      const refused = await refusal(createCore({ database, keys: TEST_KEYS, signInUrl: signInUrl as string }));
      expect(refused, String(signInUrl)).to.have.property('code', 'options_invalid');
      expect(String(refused)).to.contain('signInUrl');
    }
  });
});
