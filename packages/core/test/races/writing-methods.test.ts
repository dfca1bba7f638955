import type { Core } from '@shaon/core';
import { anyValue, recordedServices, serviceMethods } from '@shaon/testing';
import { expect } from 'chai';
import { type CoreTest, withCore } from '../support.ts';
import { companyRecords, peopleAndDays } from './record-kinds.ts';

/** The methods that no race calls, by the reason. */
const WITHOUT_RACE: Readonly<Record<string, readonly string[]>> = {
  'It writes nothing.': [
    'absenceDays.away',
    'absenceDays.calendar',
    'absenceDays.recordedForLeave',
    'absenceTypes.list',
    'accounts.get',
    'accounts.list',
    'accounts.names',
    'accounts.listSessions',
    'accounts.isFormUsed',
    'accounts.openLink',
    'accounts.own',
    'accounts.pendingSecondFactor',
    'accounts.secondFactor',
    'attendance.clockReports',
    'attendance.clocks',
    'attendance.day',
    'attendance.dayOfDate',
    'attendance.daySheet',
    'attendance.list',
    'attendance.month',
    'attendance.monthSheet',
    'attendance.personMonth',
    'attendance.presence',
    'attendance.today',
    'attendance.waitingDays',
    'attendance.whoDecides',
    'auditReads.bursts',
    'auditReads.export',
    'auditReads.get',
    'auditReads.list',
    'companies.get',
    'correctionRequests.count',
    'correctionRequests.get',
    'correctionRequests.list',
    'employees.exists',
    'employees.get',
    'employees.list',
    'externalIds.find',
    'externalIds.findAll',
    'externalIds.list',
    'externalIds.of',
    'hours.ofCompany',
    'hours.ofPerson',
    'leave.countGroups',
    'leave.get',
    'leave.group',
    'leave.groups',
    'leave.list',
    'leave.listOwn',
    'leave.openDocument',
    'leave.ownGroups',
    'leave.queue',
    'managers.limit',
    'managers.preview',
    'messages.latest',
    'notices.own',
    'operator.companies',
    'operator.companyIds',
    'operator.countWrongTotals',
    'months.adjustments',
    'months.closingOf',
    'months.get',
    'operator.missingKeys',
    'operator.waitingMessages',
    'organization.branches',
    'organization.departments',
    'organization.peopleByBranch',
    'organization.peopleByDepartment',
    'payroll.columns',
    'payroll.sheet',
    'personnel.counts',
    'personnel.file',
    'peopleFiles.get',
    'personnel.logins',
    'personnel.search',
    'shifts.list',
    'tokens.authenticate',
    'tokens.get',
    'tokens.list',
  ],
  'It writes only a row of the audit.': ['exports.run', 'payroll.file', 'personnel.openIdNumber'],
  'It makes a record that no other call knows yet.': [
    'companies.create',
    'organization.createBranch',
    'peopleFiles.judge',
    'shifts.create',
  ],
  'It notes a sign-in under the lock of accounts.signIn, which is raced.': ['accounts.verify'],
  'It locks everybody: months/closing.test.ts runs it beside a punch, a correction and another closing.': [
    'months.close',
    'months.reopen',
  ],
  'It commits nothing.': ['operator.writeNothing'],
  'It calls a raced method for each of several people.': ['imports.welcome'],
  'It notes in one statement when a session was last used.': ['accounts.authenticate'],
  'It sends what is queued: outbox.test.ts races the workers.': [
    'messages.drainOnce',
    'messages.sendDue',
    'messages.start',
    'messages.stop',
  ],
  'It writes only counts of the audit that no later call changes: token-use.test.ts races them.': [
    'tokenUse.daily',
    'tokenUse.refusedSinceRevocation',
    'tokenUse.report',
    'tokenUse.unused',
  ],
  'It writes the totals from the days of all companies while no other write runs.': ['operator.rewriteTotals'],
  'It locks like an import, which beside-others.test.ts races; people-files.test.ts races two.': [
    'peopleFiles.confirm',
  ],
  'It judges stored rows by the portion of attendance.recordPunches, under the same locks.': ['attendance.recordAgain'],
  'It adds a link and a message that no other call changes: forgotten-password.test.ts.': ['accounts.forgotPassword'],
  'It tells each thing once, by a mark: notices/morning.test.ts races it.': ['notices.tellMorning'],
  'It runs in the transaction of the webhooks.': ['extension.tellAdmins'],
  'It changes this process, not the database.': ['extension.addRotation'],
};

withCore('the race of every two writes', (test) => {
  it('is run by each method of each service that writes', async () => {
    const raced = await racedMethods();
    const without = Object.values(WITHOUT_RACE).flat();
    expect([...raced, ...without].sort()).to.deep.equal(serviceMethods(test.core).sort());
  });
});

/** The methods that the actions of all kinds of records call. */
async function racedMethods(): Promise<string[]> {
  const { services, calls } = recordedServices();
  const core: Core = services;
  const test: CoreTest = { core, database: anyValue, clock: anyValue, company: anyValue, foreign: anyValue };
  for (const { actions } of [...companyRecords(test), ...peopleAndDays(test)]) {
    for (const { act } of Object.values(actions)) await act(anyValue, {});
  }
  return [...calls];
}
