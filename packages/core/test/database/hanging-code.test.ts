import { mock } from 'node:test';
import { expect } from 'chai';
import { newEmployee, withCore } from '../support.ts';

const lines: [message: string, name: unknown][] = [];
const log = {
  info: () => undefined,
  warn: (fields: Record<string, unknown>, message: string) => void lines.push([message, fields.name]),
  error: () => undefined,
};
const HELD = 'Code of the product still holds a transaction';

withCore(
  'code of the product that does not end',
  (test) => {
    let ends: () => void = () => undefined;
    let begins: () => void = () => undefined;
    /** Resolves as soon as that code runs; it ends with `ends`. */
    const hanging = () => {
      begins();
      return new Promise<void>((resolve) => {
        ends = resolve;
      });
    };
    const begun = () =>
      new Promise<void>((resolve) => {
        begins = resolve;
      });

    before(() => test.core.events.addSink({ name: 'crm', publish: hanging }));
    beforeEach(() => {
      lines.length = 0;
      mock.timers.enable({ apis: ['setTimeout'] });
    });
    afterEach(() => mock.timers.reset());

    const create = () => test.core.employees.create(test.company, newEmployee());
    const createDepartment = () =>
      test.core.organization.createDepartment(test.company, { name: 'Ovens' }, { withinTransaction: hanging });
    const transact = () => test.core.transaction(hanging);
    for (const [name, write] of Object.entries({
      'the event sink crm': create,
      'organization.createDepartment': createDepartment,
      'core.transaction': transact,
    })) {
      it(`is named in the log after ten seconds: ${name}`, async () => {
        const started = begun();
        const written = write();
        await started;
        mock.timers.tick(9_999);
        expect(lines).to.deep.equal([]);
        mock.timers.tick(1);
        expect(lines).to.deep.equal([[HELD, name]]);
        ends();
        await written;
        const again = begun();
        const next = write();
        await again;
        ends();
        await next;
        mock.timers.tick(60_000);
        expect(lines, 'nothing when it has ended').to.have.lengthOf(1);
      });
    }
  },
  { log, welcomeMessages: false },
);
