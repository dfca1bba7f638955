import { Readable } from 'node:stream';
import type { AccountActor } from '@shaon/core';
import { expect } from 'chai';
import type { CoreTest } from '../support.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import type { Action, RecordKind } from './writing-pairs.ts';

interface Leave {
  readonly noa: AccountActor & { readonly employeeId: number };
  readonly typeId: number;
  readonly label: string;
  /** The request that all actions are about; it was submitted for two dates. */
  readonly id: number;
  readonly date: string;
  /** Another request for the same date. */
  readonly rivalId: number;
  /** The last row of the audit before it. */
  readonly auditedBefore: number;
}

const PAGE = { page: 1, per_page: 200 };

/** A leave request, pending or approved at first, beside another one for the same date. */
export function leaveRequests(test: CoreTest, status: 'pending' | 'approved'): RecordKind<Leave> {
  const company = () => test.company;

  async function make(): Promise<Leave> {
    const { core } = test;
    const employee = await copiedEmployee(test, company());
    const noa = {
      kind: 'account' as const,
      companyId: company().companyId,
      loginId: employee.loginId,
      role: 'employee' as const,
      name: 'Noa',
      employeeId: employee.id,
    };
    const [audit] = await stored(test, company(), 'SELECT MAX(id) AS last FROM "shaon_audit" WHERE company_id = $1');
    const label = `Leave ${serial()}`;
    const type = await core.absenceTypes.create(company(), { label });
    const date = '2026-07-01';
    const asked = { employee_id: employee.id, type: label };
    const [request] = await core.leave.submit(company(), { ...asked, dates: [date, '2026-07-02'] });
    const [rival] = await core.leave.submit(company(), { ...asked, dates: [date] });
    const id = request!.id;
    if (status === 'approved') await core.leave.approve(company(), id);
    return { noa, typeId: type.id, label, id, date, rivalId: rival!.id, auditedBefore: Number(audit?.last) };
  }

  /** Raced only beside a pending request, because they decide on nothing else. */
  const forGroups: Readonly<Record<string, Action<Leave>>> = {
    'approve the group': {
      act: ({ id }, options) => test.core.leave.approveGroup(company(), id, {}, options),
      refusals: ['not_found', 'state_conflict'],
    },
    'reject the group': {
      act: ({ id }, options) => test.core.leave.rejectGroup(company(), id, {}, options),
      refusals: ['not_found', 'state_conflict'],
    },
    'cancel the group by the employee': {
      act: ({ noa, id }, options) => test.core.leave.cancelGroup(noa, id, options),
      refusals: ['not_found', 'state_conflict', 'not_authenticated'],
    },
  };

  const document = () => ({ name: 'a.pdf', type: 'application/pdf', content: Readable.from([Buffer.from('proof')]) });
  const renamed = ({ label }: Leave) => `${label}, renamed`;

  return {
    name: `a leave request that is ${status}`,
    make,
    actions: {
      ...(status === 'pending' ? forGroups : {}),
      'submit for the same date': {
        act: ({ noa, label, date }, options) => test.core.leave.submit(noa, { dates: [date], type: label }, options),
        refusals: ['invalid_input', 'employee_frozen', 'not_authenticated'],
      },
      approve: {
        act: ({ id }, options) => test.core.leave.approve(company(), id, {}, options),
        refusals: ['not_found', 'state_conflict'],
      },
      'approve the other': {
        act: ({ rivalId }, options) => test.core.leave.approve(company(), rivalId, {}, options),
        refusals: ['state_conflict'],
      },
      reject: {
        act: ({ id }, options) => test.core.leave.reject(company(), id, {}, options),
        refusals: ['not_found'],
      },
      'cancel by the product': {
        act: ({ id }, options) => test.core.leave.cancel(company(), id, options),
        refusals: ['not_found'],
      },
      'cancel by the employee': {
        act: ({ noa, id }, options) => test.core.leave.cancel(noa, id, options),
        refusals: ['not_found', 'state_conflict', 'not_authenticated'],
      },
      'attach a document': {
        act: ({ id }, options) => test.core.leave.attachDocument(company(), id, document(), options),
        refusals: ['not_found'],
      },
      'attach by the employee': {
        act: ({ noa, id }, options) => test.core.leave.attachDocument(noa, id, document(), options),
        refusals: ['not_found', 'state_conflict', 'not_authenticated'],
      },
      'remove the document': {
        act: ({ id }, options) => test.core.leave.removeDocument(company(), id, options),
        refusals: ['not_found'],
      },
      'record absence days': {
        act: ({ id }, options) => test.core.absenceDays.recordForLeave(company(), [id], options),
        refusals: ['not_found', 'state_conflict', 'invalid_input'],
      },
      'take its days off': {
        act: ({ id }, options) => test.core.absenceDays.removeForLeave(company(), [id], options),
        refusals: ['not_found'],
      },
      'rename its type': {
        act: (leave, options) => test.core.absenceTypes.rename(company(), leave.typeId, renamed(leave), options),
      },
      'freeze its employee': {
        act: ({ noa }, options) => test.core.employees.freeze(company(), noa.employeeId, options),
      },
    },

    async check({ noa, id, date, typeId, auditedBefore }) {
      const { items } = await test.core.leave.list(company(), { employee_id: noa.employeeId }, PAGE);
      const approved = items.filter((item) => item.date === date && item.status === 'approved');
      expect(approved.length, 'approved requests for one date').to.be.at.most(1);

      const types = await test.core.absenceTypes.list(company());
      const label = types.find((type) => type.id === typeId)?.label;
      const days = await test.core.attendance.list(company(), { employee_id: noa.employeeId }, PAGE);
      const labels = [...items.map(({ type }) => type), ...days.items.map((day) => day.absence_type)];
      expect([...new Set(labels)], 'labels of today').to.deep.equal(items.length === 0 ? [] : [label]);

      for (const item of items.filter(({ has_document }) => has_document)) {
        const { content } = await test.core.leave.openDocument(company(), item.id);
        const parts = await content.toArray();
        expect(Buffer.concat(parts).toString()).to.equal('proof');
      }
      expect(await recordedWhileNotApproved(id, auditedBefore), 'absence days of what was not approved').to.deep.equal(
        [],
      );
    },
  };

  /** The audit tells in which order the locks were had: an absence day must follow an approval. */
  async function recordedWhileNotApproved(id: number, auditedBefore: number): Promise<unknown[]> {
    const rows = await stored(
      test,
      company(),
      'SELECT action, detail FROM "shaon_audit" WHERE company_id = $1 AND id > $2 ORDER BY id',
      auditedBefore,
    );
    let isApproved = false;
    let employeeId = 0;
    const faults: unknown[] = [];
    for (const { action, detail } of rows) {
      const facts = detail === null ? {} : JSON.parse(String(detail));
      if (action === 'leave.submit' && (facts.leave_request_ids ?? []).includes(String(id))) {
        employeeId = Number(facts.employee_id);
      }
      if (facts.leave_request_id === id && action === 'leave.approved') isApproved = true;
      if (facts.leave_request_id === id && (action === 'leave.rejected' || action === 'leave.cancel')) {
        isApproved = false;
      }
      if (action !== 'attendance.absence' || isApproved || employeeId === 0) continue;
      const [day] = await stored(
        test,
        company(),
        'SELECT employee_id FROM "shaon_attendance" WHERE company_id = $1 AND id = $2',
        Number(facts.attendance_id),
      );
      if (Number(day?.employee_id) === employeeId) faults.push(facts);
    }
    return faults;
  }
}
