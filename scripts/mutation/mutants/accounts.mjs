/** Log-ins, sessions, tokens and what each may do (SPEC 5; D:K1 to K16, W26). */

const test = (/** @type {string} */ name) => `packages/core/test/accounts/${name}.test.ts`;
const tokens = ['packages/core/test/tokens/token-service.test.ts', 'packages/http-koa/test/v1/authentication.test.ts'];

/** @type {import('../mutant.mjs').Group[]} */
export const accountMutants = [
  {
    file: 'packages/core/src/accounts/password-rules.ts',
    tests: [test('access-links'), test('administration'), test('sign-in'), test('password-rules')],
    faults: [
      ['const SHORTEST = 10', 'const SHORTEST = 9'],
      ['const LONGEST = 200', 'const LONGEST = 201'],
      ['emailKey(password) === emailKey(email)', 'password === email'],
      ['emailKey(password) === emailKey(email)', 'false'],
      ["password.normalize('NFC') === current.normalize('NFC')", 'password === current'],
      ['password.length <= 4 * LONGEST', 'true'],
      ['length < SHORTEST', 'length <= SHORTEST'],
    ],
  },
  {
    file: 'packages/core/src/accounts/session-rules.ts',
    tests: [test('time-rules'), test('sessions')],
    faults: [
      ['admin: 12 * HOUR', 'admin: 13 * HOUR'],
      ['manager: 12 * HOUR', 'manager: 13 * HOUR'],
      ['employee: 30 * DAY', 'employee: 31 * DAY'],
      ['LONGEST_SESSION_MS = 90 * DAY', 'LONGEST_SESSION_MS = 91 * DAY'],
      ['>= SEEN_EVERY_MS', '> SEEN_EVERY_MS'],
      ['SEEN_EVERY_MS = 5 * 60_000', 'SEEN_EVERY_MS = 6 * 60_000'],
    ],
  },
  {
    file: 'packages/core/src/accounts/sign-in-rules.ts',
    tests: [test('time-rules'), test('sign-in')],
    faults: [
      ['const FREE_FAILURES = 4', 'const FREE_FAILURES = 5'],
      ['failures <= FREE_FAILURES', 'failures < FREE_FAILURES'],
      ['const FIRST_WAIT_MS = 30_000', 'const FIRST_WAIT_MS = 29_000'],
      ['const LONGEST_WAIT_MS = 15 * 60_000', 'const LONGEST_WAIT_MS = 16 * 60_000'],
      ['FIRST_WAIT_MS * 2 ** doublings', 'FIRST_WAIT_MS * doublings'],
      ['COUNTED_MS = 6 * HOUR_MS', 'COUNTED_MS = 7 * HOUR_MS'],
      ['COUNTED_MS = 6 * HOUR_MS', 'COUNTED_MS = 5 * HOUR_MS'],
      ['FORGOTTEN_MS = COUNTED_MS + LONGEST_WAIT_MS', 'FORGOTTEN_MS = 0'],
      ['until > now && until <=', 'until >= now && until <='],
    ],
  },
  {
    file: 'packages/core/src/accounts/sign-in.ts',
    tests: [test('time-rules'), test('sign-in')],
    faults: [["until: 'blocked_until' }, '$4')", "until: 'NULL' }, '$4')"]],
  },
  {
    file: 'packages/core/src/accounts/password.ts',
    tests: [test('password-hash')],
    faults: [
      ["hash(password.normalize('NFC'), ARGON2)", 'hash(password, ARGON2)'],
      [
        'fits && stored !== null',
        'fits',
        { survives: 'The hash of nobody is of a random password that nothing ever shows.' },
      ],
    ],
  },
  {
    file: 'packages/core/src/accounts/random-secret.ts',
    tests: [test('sessions'), test('access-links')],
    faults: [
      [
        "typeof secret !== 'string' || !SECRET_FORM.test(secret)",
        "typeof secret !== 'string'",
        { survives: 'A text of another form has a digest that no row has.' },
      ],
    ],
  },
  {
    file: 'packages/core/src/accounts/account-rules.ts',
    tests: [test('time-rules'), test('sign-in')],
    faults: [
      ["if (login.disabledAt !== null) return 'disabled';", ''],
      ["mustWait(login.blockedUntil, now) ? 'blocked' : null", 'null'],
    ],
  },
  {
    file: 'packages/core/src/accounts/account-rules.ts',
    tests: [test('administration'), test('ended-access')],
    faults: [['if (login.disabledAt === null) return;', 'return;']],
  },
  {
    file: 'packages/core/src/accounts/last-active-admin.ts',
    tests: [test('administration'), test('last-admin')],
    faults: [
      ['if (login === undefined) return false;', 'if (login === undefined) return true;'],
      ['passwordHash !== null)) return false;', 'passwordHash !== undefined)) return false;'],
      ['others.length === 0 || login.passwordHash !== null', 'login.passwordHash !== null'],
      ['others.length === 0 || login.passwordHash !== null', 'true'],
      ["{ role: 'admin', disabledAt: null }", "{ role: 'admin' }"],
    ],
  },
  {
    file: 'packages/core/src/accounts/account-queries.ts',
    tests: [test('sign-in')],
    faults: [['if (row.mustChangePassword) {', 'if (row === null) {']],
  },
  {
    file: 'packages/core/src/accounts/freeze-ends-access.ts',
    tests: [test('last-admin'), test('ended-access')],
    faults: [
      ["found?.role === 'admin' ? await lockActiveAdmins(company) : []", '[] as never[]'],
      [
        'login === null) return;\n  if (!mayBeLast) assertNotLastAdmin(activeAdmins, login);',
        'login === null) return;',
      ],
      ['  await endLinks(company, login.id, now);\n', ''],
      ['  await cancelUnsent(company, employeeId, now);\n', ''],
    ],
  },
  {
    file: 'packages/core/src/accounts/employee-login.ts',
    tests: [test('last-admin'), 'packages/core/test/messages/resend.test.ts'],
    faults: [
      [
        'login.role === role) return;\n  if (!mayBeLast) assertNotLastAdmin(activeAdmins, login);',
        'login.role === role) return;',
      ],
      ['login.passwordHash !== null && !login.mustChangePassword', 'false'],
    ],
  },
  {
    file: 'packages/core/src/accounts/account-administration.ts',
    tests: [test('ended-access'), test('administration')],
    faults: [
      ['        await endLinks(company, id, now);\n', ''],
      ['        await endSessions(company, id, now);\n', ''],
    ],
  },
  {
    file: 'packages/core/src/accounts/active-actor.ts',
    tests: [test('ended-access')],
    faults: [
      ["if (actor.kind !== 'account') throw signInFirst(actor);", 'void signInFirst;'],
      ['!flag.fromDatabase(login.is_disabled)', "login.is_disabled !== ''"],
    ],
  },
  {
    file: 'packages/core/src/database/database.ts',
    tests: [test('ended-access')],
    faults: [
      [
        '= this.#checked(this.#runFor(reading, actor.companyId), actor, this.#readNow)',
        '= this.#runFor(reading, actor.companyId)',
      ],
      ['new CompanyScope(this.#checked(run, actor, run)', 'new CompanyScope(run'],
      ['if (isPerson(actor)) await this.#assertMayAct(company, actor);', ''],
    ],
  },
  {
    file: 'packages/core/src/accounts/access-link-use.ts',
    tests: [test('access-links'), test('ended-access')],
    faults: [
      ['if (link === null || !isOpenLink(link, now)) throw linkRefused();', 'if (link === null) throw linkRefused();'],
      ['await endSessions(company, login.id, now);', ''],
    ],
  },
  {
    file: 'packages/core/src/accounts/access-link.ts',
    tests: [test('access-links')],
    faults: [
      ['expiresAt > now && expiresAt', 'expiresAt'],
      [' && expiresAt <= latestLinkExpiry(now)', ''],
      ['now.getTime() + ACCESS_LINK_LIFE_MS + HOUR_MS / 4', 'now.getTime() + ACCESS_LINK_LIFE_MS'],
    ],
  },
  {
    file: 'packages/core/src/accounts/account-rules.ts',
    tests: ['packages/core/test/employees/races.test.ts'],
    faults: [["if (!violatesUnique(error, loginTable.name, ['email_key'])) throw error;", 'if (error) throw error;']],
  },
  {
    file: 'packages/core/src/tokens/token-format.ts',
    tests: [...tokens, 'packages/core/test/tokens/token-format.test.ts'],
    faults: [
      ['const SECRET_BYTES = 32', 'const SECRET_BYTES = 31'],
      ['&& checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)', ''],
      ['const SHOWN_PREFIX_LENGTH = 8', 'const SHOWN_PREFIX_LENGTH = 12'],
      ['lastFour: token.slice(-4)', 'lastFour: token.slice(-8)'],
      ["hash('sha256', token, 'hex')", 'token'],
    ],
  },
  {
    file: 'packages/core/src/tokens/token-rules.ts',
    tests: [...tokens, 'packages/core/test/tokens/token-cap.test.ts'],
    faults: [
      ['Number(row?.active) < maxTokens', 'Number(row?.active) <= maxTokens'],
      ['expiresAt !== null && expiresAt <= now', 'expiresAt !== null && expiresAt < now'],
      ['t.revoked_at IS NULL AND (t.expires_at', '(t.expires_at'],
      ['AND (t.expires_at IS NULL OR t.expires_at > $2)', ''],
      [
        'revokedAt === null && (expiresAt === null',
        '(expiresAt === null',
        { survives: 'the change of an expiry asks by itself whether the token is revoked' },
      ],
    ],
  },
  {
    file: 'packages/core/src/tokens/token-input.ts',
    tests: tokens,
    faults: [
      ['  { isClosed: true },\n);\n\nexport type NewToken', ');\n\nexport type NewToken'],
      ['  { isClosed: true },\n);\n\nexport type TokenChange', ');\n\nexport type TokenChange'],
    ],
  },
  {
    file: 'packages/core/src/abilities-and-roles.ts',
    tests: ['packages/core/test/abilities-and-roles.test.ts', 'packages/http-koa/test/v1/authentication.test.ts'],
    faults: [
      [
        "'attendance.list': { token: 'attendance:read', roles: managers }",
        "'attendance.list': { token: 'employees:read', roles: managers }",
      ],
      [
        "'attendance.manage': { token: null, roles: managers }",
        "'attendance.manage': { token: 'attendance:read', roles: managers }",
      ],
      [
        "'employees.write': { token: 'employees:write', roles: admins }",
        "'employees.write': { token: 'employees:read', roles: admins }",
      ],
      [
        "'employees.write': { token: 'employees:write', roles: admins }",
        "'employees.write': { token: 'employees:write', roles: managers }",
      ],
      ["'personnel.file': { token: null, roles: admins }", "'personnel.file': { token: null, roles: managers }"],
      [
        "'tokens.manage': { token: null, roles: admins }",
        "'tokens.manage': { token: 'employees:write', roles: admins }",
      ],
      ["'tokens.manage': { token: null, roles: admins }", "'tokens.manage': { token: null, roles: managers }"],
      ["'leave.decide': { token: null, roles: managers }", "'leave.decide': { token: 'leave:read', roles: managers }"],
      [
        "'leave.decide': { token: null, roles: managers }",
        "'leave.decide': { token: null, roles: ['admin', 'manager', 'employee'] }",
      ],
      ["'shifts.write': { token: null, roles: admins }", "'shifts.write': { token: 'shifts:read', roles: admins }"],
      ["'audit.read': { token: null, roles: admins }", "'audit.read': { token: null, roles: managers }"],
      [
        'permission.token !== null && actor.abilities.has(permission.token)',
        'permission.token === null || actor.abilities.has(permission.token)',
      ],
    ],
  },
  {
    file: 'packages/core/src/messages/message-rules.ts',
    tests: ['packages/core/test/messages/message-rules.test.ts'],
    faults: [
      ['GIVEN_UP_AFTER_MS = 24 * HOUR', 'GIVEN_UP_AFTER_MS = 23 * HOUR'],
      ['5 * MINUTE_MS', '6 * MINUTE_MS'],
      ['tries >= TRIES_AT_LEAST &&', ''],
    ],
  },
  {
    file: 'packages/core/src/keys/key-ring.ts',
    tests: ['packages/core/test/keys/key-ring.test.ts'],
    faults: [
      ['keys.has(id)', 'false'],
      ['key.length !== KEY_BYTES ||', ''],
      ['parseStored(stored).id !== firstId', 'parseStored(stored).id === firstId'],
      ['`shaon v1 ${purpose}`', '`shaon v1`'],
      ['|| tag?.length !== TAG_BYTES', '|| tag === undefined'],
    ],
  },
];
