import { expect } from 'chai';
import {
  type Employee,
  ForbiddenError,
  type Hooks,
  type NewEmployee,
  NotFoundError,
  ShaonClient,
  UnauthorizedError,
  ValidationError,
} from '../src/index.ts';
import { thrownBy } from './small-service.ts';

/** A service to run the client against: a company with at least two departments and five employees. */
export interface ServiceUnderTest {
  baseUrl: string;
  /** Holds every ability. */
  token: string;
  /** Holds `shifts:read` alone. */
  narrowToken: string;
  /** An id of another company, or one that does not exist. */
  foreignEmployeeId: number;
  /** An employee that is not there yet. */
  newEmployee: NewEmployee;
  /** How to reach it without a socket. */
  fetch?: typeof globalThis.fetch;
  close(): Promise<void>;
}

/**
 * What the client does against any service that keeps the contract. The suite of this package runs it against a small
 * one; whoever has the real host runs it against that.
 */
export function clientConformance(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`the client against ${name}`, () => {
    let service: ServiceUnderTest;
    let shaon: ShaonClient;

    const clientOf = (token: string, hooks: Hooks = {}) =>
      new ShaonClient({
        baseUrl: service.baseUrl,
        token,
        ...hooks,
        ...(service.fetch === undefined ? {} : { fetch: service.fetch }),
      });

    before(async () => {
      service = await open();
      shaon = clientOf(service.token);
    });
    after(() => service.close());

    it('walks all employees once, whatever the page size', async () => {
      const { meta } = await shaon.employees.list({ per_page: 1 }).page();
      const ids: number[] = [];
      for await (const employee of shaon.employees.list({ per_page: 2 })) ids.push(employee.id);
      expect(ids).to.have.length(meta.total);
      expect(new Set(ids).size).to.equal(ids.length);
      expect(ids).to.deep.equal([...ids].sort((a, b) => a - b));
    });

    it('collects employees, and gives the first of them', async () => {
      const three = await shaon.employees.list().toArray({ limit: 3 });
      const all = await shaon.employees.list({ per_page: 2 }).toArray({ limit: Number.POSITIVE_INFINITY });
      expect(three).to.deep.equal(all.slice(0, 3)).and.to.have.length(3);
      expect(await shaon.employees.list().first()).to.deep.equal(all[0]);
      expect(await shaon.employees.list({ status: 'nobody' }).first()).to.equal(undefined);
    });

    it('gives the answer beside the data, of one request', async () => {
      const told: string[] = [];
      const watched = clientOf(service.token, {
        onRequest: ({ method, path, requestId }) => told.push(`${method} ${path} ${requestId}`),
        onResponse: ({ requestId, status }) => told.push(`${status} ${requestId}`),
      });
      const { data, response } = await watched.departments.list({ requestId: 'raw-1' }).withResponse();
      expect(data).to.deep.equal(await shaon.departments.list());
      expect(response).to.include({ status: 200, requestId: response.headers.get('x-request-id'), attempt: 1 });
      expect(told).to.deep.equal(['GET /departments raw-1', `200 ${response.requestId}`]);
      const page = await shaon.employees.list({ per_page: 1 }).page(2).withResponse();
      expect(page.data.meta.current_page).to.equal(2);
      expect(await thrownBy(shaon.employees.get(service.foreignEmployeeId).withResponse())).to.be.instanceOf(
        NotFoundError,
      );
    });

    it('keeps a filter from page to page', async () => {
      const [department] = await shaon.departments.list();
      const names = new Set<number | undefined>();
      for await (const employee of shaon.employees.list({ department_id: department?.id ?? 0, per_page: 1 }))
        names.add(employee.department?.id);
      expect([...names]).to.deep.equal([department?.id]);
    });

    it('reads attendance, leave, branches and shifts', async () => {
      const attendance = await shaon.attendance.list({ per_page: 1 }).page();
      expect(attendance.data[0]).to.include.keys('id', 'employee_id', 'date', 'check_in', 'status', 'location');
      const leave = await shaon.leave.list({ per_page: 1 }).page();
      expect(leave.data[0]).to.include.keys('id', 'type', 'status', 'has_document');
      expect((await shaon.branches.list())[0]).to.include.keys('id', 'name', 'address');
      expect((await shaon.shifts.list())[0]).to.include.keys('id', 'name', 'wage_percentage');
    });

    it('creates, changes, freezes and reactivates an employee', async () => {
      const created: Employee = await shaon.employees.create(service.newEmployee);
      expect(created).to.include({ status: 'active', role: 'employee', email: service.newEmployee.email });
      const changed = await shaon.employees.update(created.id, { name: 'Dana Levi', phone: null });
      expect(changed).to.include({ name: 'Dana Levi', phone: null });
      const frozen = await shaon.employees.deactivate(created.id);
      expect(frozen.data.status).to.equal('frozen');
      expect(frozen.message).to.be.a('string').that.is.not.equal('');
      expect((await shaon.employees.activate(created.id)).data.status).to.equal('active');
      expect(await shaon.employees.get(created.id)).to.deep.equal({ ...changed, status: 'active' });
    });

    it('says which field is wrong, and that nothing was applied', async () => {
      const error = (await thrownBy(shaon.employees.create(service.newEmployee))) as ValidationError;
      expect(error).to.be.instanceOf(ValidationError).that.includes({ maybeApplied: false });
      expect(error.errors).to.have.property('email');
      expect(error.requestId).to.match(/^[A-Za-z0-9._-]{1,64}$/);
    });

    it('finds no employee of another company', async () => {
      expect(await thrownBy(shaon.employees.get(service.foreignEmployeeId))).to.be.instanceOf(NotFoundError);
    });

    it('tells a missing ability from a wrong token', async () => {
      const narrow = clientOf(service.narrowToken);
      expect(await narrow.shifts.list()).not.to.have.length(0);
      const forbidden = await thrownBy(narrow.employees.list().page());
      expect(forbidden).to.be.instanceOf(ForbiddenError).that.includes({ requiredAbility: 'employees:read' });
      expect(await thrownBy(clientOf('shn_wrong').shifts.list())).to.be.instanceOf(UnauthorizedError);
    });
  });
}
