import { versionOf } from '@shaon/core';
import { expect } from 'chai';
import { newAdmin, newPerson } from '../accounts/people.ts';
import { refusal, withCore } from '../support.ts';
import { KeptMails, PAGES } from './kept-mails.ts';

withCore(
  'notices: choices',
  (test) => {
    const kindsOf = async (actor: Parameters<typeof test.core.notices.own>[0]) =>
      (await test.core.notices.own(actor)).kinds.map(({ kind, isWanted }) => `${isWanted ? '' : 'no '}${kind}`);

    it('are by role, and all are wanted until somebody says otherwise', async () => {
      const own = ['leave_decided', 'correction_decided'];
      const api = ['endpoint_failing', 'deliveries_given_up', 'token_expires'];
      expect(await kindsOf((await newPerson(test.core, test.company)).actor)).to.deep.equal(own);
      expect(await kindsOf((await newPerson(test.core, test.company, 'manager')).actor)).to.deep.equal([
        'digest',
        ...own,
      ]);
      expect(await kindsOf((await newAdmin(test.core, test.company)).actor)).to.deep.equal(['digest', ...api]);
    });

    it('of a role that a person has left stay for when they have it again', async () => {
      const { actor, employee } = await newPerson(test.core, test.company, 'manager');
      await test.core.notices.choose(actor, { kinds: ['leave_decided', 'correction_decided'] });
      await test.core.accounts.setRole(test.company, { employee_id: employee.id, role: 'employee' });
      await test.core.notices.choose({ ...actor, role: 'employee' }, { kinds: ['leave_decided'] });
      await test.core.accounts.setRole(test.company, { employee_id: employee.id, role: 'manager' });
      expect(await kindsOf(actor)).to.deep.equal(['no digest', 'leave_decided', 'no correction_decided']);
    });

    it('are refused for an unknown kind, way or language, and leave what they do not name', async () => {
      const { actor } = await newPerson(test.core, test.company);
      for (const choice of [
        { kinds: ['salary'] },
        { by: 'fax' },
        { by: 'sms' },
        { locale: 'fr' },
        { kinds: 'digest' },
      ]) {
        const refused = await refusal(test.core.notices.choose(actor, choice as never));
        expect(refused, JSON.stringify(choice)).to.have.property('code', 'invalid_input');
      }
      await test.core.notices.choose(actor, { kinds: [] });
      await test.core.notices.choose(actor, { locale: 'en' });
      expect(await kindsOf(actor)).to.deep.equal(['no leave_decided', 'no correction_decided']);
      expect(await test.core.notices.own(actor)).to.include({ by: 'mail', locale: 'en' });
    });

    it('are not written over what another page saved meanwhile', async () => {
      const { actor } = await newPerson(test.core, test.company);
      const { by, locale } = await test.core.notices.own(actor);
      const expectedVersion = versionOf({ kinds: 'leave_decided correction_decided', by, locale });
      await test.core.notices.choose(actor, { by: 'none' }, { expectedVersion });
      const refused = await refusal(test.core.notices.choose(actor, { by: 'mail' }, { expectedVersion }));
      expect(refused).to.have.property('code', 'state_conflict');
    });

    it('are each person’s own, and in the audit', async () => {
      const { actor } = await newPerson(test.core, test.company);
      const other = await newPerson(test.core, test.company);
      await test.core.notices.choose(actor, { by: 'none' });
      expect(await test.core.notices.own(other.actor)).to.have.property('by', 'mail');
      const { loginId } = actor;
      const foreign = { ...actor, companyId: test.foreign.companyId };
      expect(await refusal(test.core.notices.own(foreign))).to.have.property('code', 'not_found');
      const { items: rows } = await test.core.auditReads.list(test.company, { action: 'account.choose_notices' });
      expect(rows.some((row) => row.loginId === loginId && String(row.detail).includes('toldBy'))).to.equal(true);
    });
  },
  { mailSender: new KeptMails(), pagesUrl: PAGES },
);
