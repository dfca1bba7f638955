/** Employees: their numbers, their fields, their salary (SPEC 4, POST and PATCH /employees; D:W7 to W32). */

const test = (/** @type {string} */ name) => `packages/core/test/employees/${name}.test.ts`;
const fields = ['packages/http-koa/test/conformance/employee-fields.test.ts'];

/** @type {import('../mutant.mjs').Group[]} */
export const employeeMutants = [
  {
    file: 'packages/core/src/employees/israeli-id.ts',
    tests: [test('israeli-id')],
    faults: [
      ['/^[0-9]{8,9}$/', '/^[0-9]{7,9}$/'],
      ['/^[0-9]{8,9}$/', '/^[0-9]{8,10}$/'],
      ['|| /^0+$/.test(text)', ''],
      ['1 + (position % 2)', '2 - (position % 2)'],
      ['product > 9 ? product - 9 : product', 'product'],
      ['const digits = padIsraeliId(text)', 'const digits = text'],
      ['total % 10 === 0', 'total % 10 !== 1'],
      ["digits.padStart(9, '0')", "digits.padEnd(9, '0')"],
    ],
  },
  {
    file: 'packages/core/src/employees/phone.ts',
    tests: [test('phone')],
    faults: [
      ['country === undefined ? {} : { defaultCountry: country }', '{}'],
      ['parsed?.isValid() === true', 'parsed !== undefined'],
    ],
  },
  {
    file: 'packages/core/src/employees/employee-rules.ts',
    tests: [test('employee-service'), test('personnel-amend')],
    faults: [
      ["if (found?.emailTaken) errors.email = [{ rule: 'unique' }];", ''],
      ["if (found?.idNumberTaken) errors.id_number = [{ rule: 'unique' }];", ''],
      ['department_id != null && found?.department == null', 'false'],
      ['branch_id != null && found?.branch == null', 'false'],
    ],
  },
  {
    file: 'packages/core/src/retry.ts',
    tests: [test('employee-service'), test('races')],
    faults: [['if (left <= 1 || !isWorthAnotherTry(error)) throw error;', 'if (error) throw error;']],
  },
  {
    file: 'packages/core/src/employees/id-number-scope.ts',
    tests: [test('id-number-scope')],
    faults: [
      ["(await all.run(ANY_EMPLOYEE)).length > 0 ? 'installation' : null", 'null'],
      ['if (isFixed && stored !== wanted) throw refused(', 'if (isFixed && stored === null) throw refused('],
      ['stored !== null && (await all.run(ANY_EMPLOYEE)).length > 0', 'stored !== null'],
      ["if (stored === 'rescoping') throw", 'if (stored === null) throw'],
      ['  await all.run(REMOVE);\n', ''],
    ],
  },
  {
    file: 'packages/core/src/employees/id-number-rescope.ts',
    tests: [test('id-number-scope')],
    faults: [
      ['if (hash === row.id_number_hash) continue;', ''],
      ['if (collisions > 0) throw collide(collisions);', ''],
      ['if (rows.length < batchSize) return;', 'return;'],
      ["(all) => writeScope(all, 'rescoping', parts)", 'async () => {}'],
      ['    await writeScope(all, to, parts);\n', ''],
      ['ciphertext, hash]', 'String(row.id_number), hash]'],
    ],
  },
  {
    file: 'packages/core/src/employees/employee-context.ts',
    tests: [test('id-number-scope'), test('employee-service'), test('stored-columns')],
    faults: [
      ['if (idNumber !== null && Number(row.scope_stands) === 0) throw scopeChanged();', ''],
      ['Number(row.email_taken) > 0', 'false'],
      ['department_id !== null || branch_id !== null', 'department_id !== null'],
      ['department_id !== null || branch_id !== null', 'branch_id !== null'],
    ],
  },
  {
    file: 'packages/core/src/secrets/id-number-hash.ts',
    tests: [test('id-number-scope')],
    faults: [["scope === 'company' ? `company ${companyId}: ${idNumber}` : idNumber", 'idNumber']],
  },
  {
    file: 'packages/core/src/input/contact-fields.ts',
    tests: ['packages/core/test/input/contact-fields.test.ts'],
    faults: [
      ['(domainToASCII(host) || host)', 'host'],
      [' || !isHostName(host)) return key;', ') return key;'],
    ],
  },
  {
    file: 'packages/core/src/input/searched-text.ts',
    tests: [test('personnel-search'), test('personnel-lists'), 'packages/core/test/input/letter-case.test.ts'],
    faults: [
      [".replace(MARKS, '')", ''],
      ["text.normalize('NFD')", 'text'],
      [".replace(MARKS, '').normalize('NFC')", ".replace(MARKS, '')"],
      ["phone?.replace(PHONE_MARKS, '') ?? ''", "''"],
      ["const BETWEEN = '\\n'", "const BETWEEN = ''"],
      ['foldText(differing.join(BETWEEN))', 'differing.join(BETWEEN)'],
      [".replace(QUOTES, '')", ''],
      ['digits, asDialled(phoneE164)]', 'digits]'],
    ],
  },
  {
    file: 'packages/core/src/employees/personnel-queries.ts',
    tests: [test('personnel-search'), test('personnel-lists')],
    faults: [
      ['ORDER BY searched, id LIMIT', 'ORDER BY id LIMIT'],
      ['filter.not_signed_in ?? false', 'false'],
      ["'status', 'role'] as const", "'status'] as const"],
    ],
  },
  {
    file: 'packages/core/src/database/sql/expected-version.ts',
    tests: ['packages/core/test/expected-version.test.ts'],
    faults: [
      ['versionOf(locked()) === expected', 'true'],
      ['expected === undefined ||', '!expected ||'],
    ],
  },
  {
    file: 'packages/core/src/employees/person-version.ts',
    tests: ['packages/core/test/expected-version.test.ts'],
    faults: [
      ['...{ idNumberHash, salaryType,', "...{ idNumberHash: idNumberHash && '', salaryType,"],
      ['salaryType, hourlyRate, globalSalary },', 'salaryType, hourlyRate: hourlyRate && null, globalSalary },'],
    ],
  },
  {
    file: 'packages/core/src/employees/personnel-rules.ts',
    tests: [test('personnel-amend')],
    faults: [
      ['change[own] === undefined && type === stored.salaryType', 'change[own] === undefined'],
      ['change[own] === undefined && type === stored.salaryType', 'type === stored.salaryType'],
      ['change.salary_type === undefined && change[other] != null', 'change[other] != null'],
      [
        "salaryType === 'hourly' ? (change.hourly_rate ?? stored.hourlyRate) : null",
        '(change.hourly_rate ?? stored.hourlyRate)',
      ],
      [
        "salaryType === 'global' ? (change.global_salary ?? stored.globalSalary) : null",
        '(change.global_salary ?? stored.globalSalary)',
      ],
      ['after.hourlyRate !== stored.hourlyRate', 'true'],
    ],
  },
  {
    file: 'packages/core/src/employees/employee-input.ts',
    tests: fields,
    faults: [
      ["name: text({ max: 255 }).required(issue('required'))", "name: text({ max: 256 }).required(issue('required'))"],
      ["phone: phoneOnCreate().required(issue('required'))", "phone: phoneOnUpdate().required(issue('required'))"],
      ["hourly_rate: requiredWith('hourly')", 'hourly_rate: amount().nullable()'],
      ["global_salary: requiredWith('global')", 'global_salary: amount().nullable()'],
      [
        "{ prohibited: ['role', 'status', 'password', 'company_id'] }",
        "{ prohibited: ['status', 'password', 'company_id'] }",
      ],
      ["prohibited: ['role', 'status', 'id_number',", "prohibited: ['role', 'id_number',"],
      ["prohibited: ['role', 'status', 'id_number',", "prohibited: ['role', 'status',"],
      [
        'address: text({ max: 255, bidiControls: true }).nullable()',
        'address: text({ max: 254, bidiControls: true }).nullable()',
      ],
      ["oneOf(['hourly', 'global'])", "oneOf<'hourly' | 'global'>(['hourly'])"],
    ],
  },
  {
    file: 'packages/core/src/employees/new-employee-row.ts',
    tests: [test('employee-service'), test('stored-columns'), test('personnel-file')],
    faults: [
      ['padIsraeliId(employee.id_number)', 'employee.id_number'],
      ['isHourly ? (employee.hourly_rate ?? null) : null', '(employee.hourly_rate ?? null)'],
      ['isHourly ? null : (employee.global_salary ?? null)', '(employee.global_salary ?? null)'],
      ["status: 'active' satisfies", "status: 'frozen' satisfies"],
      ['departmentId: employee.department_id ?? null', 'departmentId: null'],
      ['branchId: employee.branch_id ?? null', 'branchId: null'],
    ],
  },
  {
    file: 'packages/core/src/employees/employee-copies.ts',
    tests: [test('personnel-lists'), test('employee-service'), test('stored-columns')],
    faults: [
      ['searchedText({ ...employee, ...change })', 'searchedText(employee)'],
      ["'email', 'phone', 'phoneE164'] as const", "'email'] as const"],
      ['name !== undefined || email !== undefined', 'name !== undefined'],
      ['departmentId !== employee.departmentId || branchId', 'branchId'],
      [' || branchId !== employee.branchId', ''],
    ],
  },
  {
    file: 'packages/core/src/employees/patch-or-amend-employee.ts',
    tests: [test('personnel-lists'), test('employee-service'), test('stored-columns')],
    faults: [
      ['columns.phone === null ? null : toE164(columns.phone, phoneRegion)', 'row.phoneE164'],
      ['phone, address, departmentId, branchId });', 'phone, departmentId, branchId });'],
      ['phone, address, departmentId, branchId });', 'phone, address, branchId });'],
      ['phone, address, departmentId, branchId });', 'phone, address, departmentId });'],
    ],
  },
  {
    file: 'packages/core/src/shifts/shift-input.ts',
    tests: ['packages/core/test/shifts/shift-service.test.ts'],
    faults: [
      ['canonicalInteger({ min: 0, max: MAX_ID })', 'canonicalInteger({ min: 1, max: MAX_ID })'],
      ['const name = () => text({ max: 255 })', 'const name = () => text({ max: 256 })'],
    ],
  },
  {
    file: 'packages/core/src/organization/organization-references.ts',
    tests: ['packages/core/test/organization/organization-service.test.ts'],
    faults: [['if (employees === 0) return;', 'if (employees <= 1) return;']],
  },
  {
    file: 'packages/core/src/messages/message-queries.ts',
    tests: ['packages/core/test/messages/messages-off.test.ts', 'packages/core/test/retention.test.ts'],
    faults: [
      ['WHERE due_at IS NOT NULL AND due_at <= $2 AND created_at < $1', 'WHERE due_at IS NOT NULL AND due_at <= $2'],
      ["SET state = 'failed', text = NULL, due_at = NULL", "SET state = 'failed', due_at = NULL"],
    ],
  },
];
