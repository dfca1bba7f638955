import { AllCompanies, CompanyScope, CompanyTransaction } from '@shaon/core/storage';

/*
 * Notes the text of every statement that goes through a scope of core while tests run: a company's and all companies'.
 * What tests write by hand (`rawSql`) is marked and passed by.
 */

type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

const noted = new Set<string>();

function note(text: string): void {
  if (!text.includes('/* test */')) noted.add(text);
}

const noting =
  (run: Run): Run =>
  (text, values) => {
    note(text);
    return run(text, values);
  };

/** Gives what was noted since the last call. */
export function takeStatements(): readonly string[] {
  const statements = [...noted];
  noted.clear();
  return statements;
}

/** From now on, everything that this process sends through the scopes is noted. */
export function startRecording(): void {
  noteOfCompanies(CompanyScope.prototype);
  noteOfCompanies(CompanyTransaction.prototype);
  const { run, find, insert } = AllCompanies.prototype;
  AllCompanies.prototype.run = function (statement, values) {
    if (this.dialect === 'postgres') note(statement.text);
    return run.call(this, statement, values);
  };
  const rowsOf = (all: AllCompanies) =>
    new AllCompanies((text, values) => all.run({ text } as never, values), all.dialect);
  AllCompanies.prototype.find = function (table, criteria) {
    return find.call(rowsOf(this), table as never, criteria as never) as never;
  };
  AllCompanies.prototype.insert = function (table, row) {
    return insert.call(rowsOf(this), table as never, row as never) as never;
  };
}

/** A scope's own function that runs statements is wrapped when the first of its methods is called. */
function noteOfCompanies(prototype: object): void {
  const wrapped = new WeakSet<object>();
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof method !== 'function') continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: { run: Run; dialect: string }, ...values: unknown[]) {
        if (this.dialect === 'postgres' && !wrapped.has(this)) {
          wrapped.add(this);
          this.run = noting(this.run);
        }
        return method.apply(this, values);
      },
    });
  }
}
