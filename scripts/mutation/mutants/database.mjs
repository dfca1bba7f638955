/** Statements that see one company alone, ids that no row has, and rows that are held (D:A15). */

const test = (/** @type {string} */ name) => `packages/core/test/database/${name}.test.ts`;
const ids = 'packages/core/test/impossible-ids.test.ts';

/** @type {import('../mutant.mjs').Group[]} */
export const databaseMutants = [
  {
    file: 'packages/core/src/guarded-handler.ts',
    tests: ['packages/core/test/guarded-handler.test.ts', 'packages/core/test/throwing-handlers.test.ts'],
    faults: [
      ['    refuse(error);\n    throw error;', '    throw error;'],
      ['    refuse(error);\n    throw error;', '    refuse(error);\n    return undefined as never;'],
      ['Promise.resolve(result).catch(refuseAndThrow)', 'result'],
      ['if (isThenable(result)) Promise.resolve(result).catch(report);', ''],
    ],
  },
  {
    file: 'packages/core/src/database/transactions/group-commit.ts',
    tests: ['packages/core/test/throwing-handlers.test.ts', test('group-commit')],
    faults: [
      ['for (const member of group) member.reject(error);', ''],
      ['group.length === 1 ? this.#outcomeOf(member) : this.#inSavepoint(member)', 'this.#outcomeOf(member)'],
    ],
  },
  {
    file: 'packages/core/src/database/connect/full-disk.ts',
    tests: [test('disk-full')],
    faults: [
      ["driverCodeOf(error) === 'SQLITE_FULL'", 'false'],
      ['Math.min(Math.max(pages, MIN_LOG_PAGES), MAX_LOG_PAGES)', 'MAX_LOG_PAGES'],
    ],
  },
  {
    file: 'packages/core/src/database/transactions/unit-of-work.ts',
    tests: [test('joined-levels'), test('ended-transactions')],
    faults: [
      [' || levelOf(manager).isOver', ''],
      ['.finally(() => level.idle());', ';'],
      ['if (level.fault !== null) throw level.fault;', ''],
    ],
  },
  {
    file: 'packages/core/src/database/transactions/transaction-levels.ts',
    tests: [test('joined-levels')],
    faults: [
      ['      await setImmediate();\n', ''],
      ['  Object.assign(runner, { manager });\n', ''],
      ['levelOf(watched).depth > named.depth ? levelOf(watched) : named', 'named'],
    ],
  },
  {
    file: 'packages/core/src/database/transactions/transaction-ends.ts',
    tests: [test('joined-levels'), test('ended-transactions')],
    faults: [
      ['    await levelOfCaller(manager).idle();\n    const { fault }', '    const { fault }'],
      ['if (fault !== null) throw fault;', ''],
    ],
  },
  {
    file: 'packages/core/src/database/database.ts',
    tests: [test('joined-levels')],
    faults: [['manager === undefined ? work() : this.unitOfWork.inTurn(manager, work)', 'work()']],
  },
  {
    file: 'packages/core/src/database/sql/statement.ts',
    tests: [test('statement')],
    faults: [
      ['(SELECT * FROM ${source} WHERE ${companyCondition(table)})', '(SELECT * FROM ${source})'],
      ['WHERE ${company} AND (${sqlOf(where)})', 'WHERE (${sqlOf(where)})'],
      ['WHERE ${company} AND (${sqlOf(where)})', 'WHERE ${company} AND ${sqlOf(where)}'],
      [
        'WHERE ${companyCondition(table)} AND (${sqlOf(where)})`;\n  return new CompanyChangeSql(text + returned(returning));',
        'WHERE (${sqlOf(where)})`;\n  return new CompanyChangeSql(text + returned(returning));',
      ],
      ["['$1', ...rows.values.map(sqlOf)]", "['1', ...rows.values.map(sqlOf)]"],
      ['if (alias === undefined) throw', 'if (alias === null) throw'],
      [
        "if (!Object.hasOwn(columns, 'companyId')) throw invalidOption(`${name} belongs to no company.`);",
        'void columns;',
      ],
      ['if (/\\bshaon_/i.test(text)) throw', 'if (/\\bshaon_/.test(text)) throw'],
      [
        '(part instanceof CompanySql ? part.text : plain(part));\n\nconst returned',
        '(part instanceof CompanySql ? part.text : part);\n\nconst returned',
      ],
      [
        'if (part instanceof CompanySql) return part.text;',
        'if ((part as CompanySql).text) return (part as CompanySql).text;',
      ],
      ["isById ? '+' : ''", "''"],
    ],
  },
  {
    file: 'packages/core/src/database/sql/row-statements.ts',
    tests: [test('locks'), test('row-statements'), ids],
    faults: [
      [
        'const conditions = companyId === null ? [] : [\'"company_id" = $1\'];',
        "const conditions = companyId === null ? [] : ['$1 = $1'];",
      ],
      ['(companyId ?? row[property])', '(row[property] ?? companyId)'],
      ["value === null ? 'IS NULL'", "value === null ? 'IS NOT NULL'"],
      ['isPossibleId(criteria.id, maxId)', 'isPossibleId(1, maxId)'],
    ],
  },
  {
    file: 'packages/core/src/database/sql/row-statements.ts',
    database: 'postgres',
    tests: [test('locks')],
    faults: [["hold === 'for update' ?", "hold === 'none' ?"]],
  },
  {
    file: 'packages/core/src/database/sql/dialect.ts',
    database: 'postgres',
    tests: [test('locks')],
    faults: [["forUpdate: 'FOR UPDATE'", "forUpdate: ''"]],
  },
  {
    file: 'packages/core/src/database/sql/company-scope.ts',
    tests: [test('locks'), test('row-statements'), ids],
    faults: [
      ['assertCompanyId(of.companyId)', 'of.companyId; void assertCompanyId'],
      ['if (statement === null) return row;', 'if (statement === null) throw row;'],
    ],
  },
  {
    file: 'packages/core/src/attendance/attendance-views.ts',
    tests: [ids],
    faults: [
      [
        'if (!isPossibleId(employeeId)) return null;\n      const scope = database.scope(actor);\n      const {',
        'if (!isPossibleId(employeeId)) throw new Error();\n      const scope = database.scope(actor);\n      const {',
      ],
      ['if (!isPossibleId(employeeId)) return [];', 'if (!isPossibleId(employeeId)) throw new Error();'],
    ],
  },
  {
    file: 'packages/core/src/employees/employee-queries.ts',
    tests: [ids],
    faults: [['if (!isPossibleId(id)) return null;', 'if (id === -2) return isPossibleId(id) as never;']],
  },
  {
    file: 'packages/core/src/database/transactions/postgres-transaction.ts',
    database: 'postgres',
    tests: [test('host-settings')],
    faults: [
      ["options.isolationLevel !== undefined) return 'READ COMMITTED'", 'options.isolationLevel !== undefined) return'],
      ["? undefined : 'READ COMMITTED'", '? undefined : undefined'],
    ],
  },
];
