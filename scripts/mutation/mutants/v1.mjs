/** The wire: routes, refusals, headers, pages and records (SPEC 2, 4, 5, 7, 8; D:H, K, Q, R). */

const test = (/** @type {string} */ name) => `packages/http-koa/test/v1/${name}.test.ts`;
const served = (/** @type {string} */ name) => `packages/http-koa/test/conformance/${name}.test.ts`;
const calls = [test('authentication'), test('http'), test('audit'), test('rate-limit')];

/** @type {import('../mutant.mjs').Group[]} */
export const v1Mutants = [
  {
    file: 'packages/http-koa/src/v1/attendance.ts',
    tests: [served('stored-values'), test('attendance')],
    faults: [
      ['record.check_in && formatInstant(record.check_in, zone)', 'record.check_in'],
      ['record.check_out && formatInstant(record.check_out, zone)', 'record.check_out'],
      ['absence_type: record.absence_type', 'absence_type: null'],
      ['is_approved: record.is_approved', 'is_approved: true'],
      ['gpsPoint(check_out)', 'null'],
      ['gpsPoint(check_out)', 'gpsPoint(check_in)'],
      ['lng: point.lng', 'lng: point.lat'],
      ['accuracy_meters: point.accuracy_meters', 'accuracy_meters: null'],
      ["actor.abilities.has('attendance:location:read')", 'true'],
      ['if (withLocation) {', 'if (true) {'],
    ],
  },
  {
    file: 'packages/core/src/attendance/attendance-record.ts',
    tests: [served('stored-values'), test('attendance')],
    faults: [
      ["employee_id: value('employeeId')", "employee_id: value('id')"],
      ["check_in: value('checkIn')", "check_in: value('checkOut')"],
      ["check_out: value('checkOut')", "check_out: value('checkIn')"],
      ["status: value('status')", "status: value('date')"],
      ["absence_type: value('absenceType')", 'absence_type: null'],
      ["is_approved: value('isApproved')", 'is_approved: true'],
      ["gpsPoint(value('checkInLat'), value('checkInLng')", "gpsPoint(value('checkInLng'), value('checkInLat')"],
      ["value('checkOutAccuracyMeters')", 'null'],
      ['lat === null || lng === null', 'lat === null && lng === null'],
    ],
  },
  {
    file: 'packages/core/src/attendance/attendance-reads.ts',
    tests: ['packages/core/test/attendance/punches.test.ts'],
    faults: [["actor.abilities.has('attendance:location:read')", 'true']],
  },
  {
    file: 'packages/http-koa/src/v1/employees.ts',
    tests: [served('stored-values'), test('employees')],
    faults: [
      ['role: employee.role', "role: 'employee'"],
      ['status: employee.status', "status: 'active'"],
      ['phone: employee.phone', 'phone: null'],
      [
        'department: employee.department && { id: employee.department.id, name: employee.department.name }',
        'department: null',
      ],
      ['branch: employee.branch && { id: employee.branch.id, name: employee.branch.name }', 'branch: null'],
      ['branch: employee.branch &&', 'branch: employee.department && employee.branch &&'],
      ["change.isChanged ? 'changed' : 'unchanged'", "'changed'"],
      [
        "{ changed: 'העובד הוקפא.', unchanged: 'העובד כבר מוקפא.' }",
        "{ changed: 'העובד הוקפא.', unchanged: 'העובד הוקפא.' }",
      ],
      ["unchanged: 'The employee is already active.'", "unchanged: 'The employee has been reactivated.'"],
      ["changed: 'The employee has been reactivated.'", "changed: 'The employee has been frozen.'"],
      ['`${request.baseUrl}/employees/${employee.id}`', '`${request.baseUrl}/employees`'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/leave.ts',
    tests: [served('stored-values'), served('records')],
    faults: [
      ['updated_at: formatInstant(leave.updated_at, zone)', 'updated_at: formatInstant(leave.created_at, zone)'],
      ['created_at: formatInstant(leave.created_at, zone)', 'created_at: formatInstant(leave.updated_at, zone)'],
      ['manager_note: leave.manager_note', 'manager_note: null'],
      ['has_document: leave.has_document', 'has_document: false'],
      ['type: leave.type', "type: 'חופש'"],
      ['employee_id: leave.employee_id', 'employee_id: leave.id'],
      ['status: leave.status', "status: 'approved'"],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/shifts.ts',
    tests: [served('stored-values')],
    faults: [
      ['start_time: shift.start_time', 'start_time: null'],
      ['end_time: shift.end_time', 'end_time: shift.start_time'],
      ['wage_percentage: shift.wage_percentage', 'wage_percentage: 100'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/organization.ts',
    tests: [served('stored-values')],
    faults: [
      ['address: branch.address', 'address: null'],
      ['id: department.id, name: department.name', 'id: 1, name: department.name'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/page-answer.ts',
    tests: [test('paging'), test('employees'), served('stored-values')],
    faults: [
      ['const DEFAULT_PER_PAGE = 50', 'const DEFAULT_PER_PAGE = 51'],
      ['Math.max(1, Math.ceil(total / asked.per_page))', 'Math.ceil(total / asked.per_page)'],
      ['asked.page <= 1 ? null', 'asked.page < 1 ? null'],
      ['asked.page >= lastPage ? null', 'asked.page > lastPage ? null'],
      ['Math.min(asked.page - 1, lastPage)', 'asked.page - 1'],
      ['per_page: asked.per_page, total }', 'per_page: asked.per_page, total: asked.per_page }'],
      ['link(asked.page + 1)', 'link(lastPage)'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/read-path-id.ts',
    tests: [test('employees'), test('http'), served('surface')],
    faults: [
      [
        'id <= 2 ** 31 - 1',
        'id <= 2 ** 31',
        {
          survives: 'Core looks for no id beyond the greatest either and says the same; the path only says it sooner.',
        },
      ],
      ['/^[1-9]\\d{0,9}$/', '/^\\d{1,10}$/'],
      ['ctx.shaonCall.id = id;', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/serve.ts',
    tests: [test('employees'), test('http'), test('paging'), test('audit'), served('surface')],
    faults: [
      ["path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path", 'path'],
      ['call.isAudited = true;', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/note-route.ts',
    tests: [test('http'), test('mounting'), test('audit'), served('surface')],
    faults: [
      ["method === 'GET' ? 'GET, HEAD' : method", 'method'],
      ['`${before}, ${own}`', 'own'],
      ["call.method === method || (call.method === 'HEAD' && method === 'GET')", 'true'],
      ["|| (call.method === 'HEAD' && method === 'GET')", ''],
      ['if (path !== undefined) notePath(ctx.shaonCall, path, allowed);', ''],
      ['call.route = path;', 'call.route = call.path;'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-known-route.ts',
    tests: [test('http'), served('surface')],
    faults: [
      ['{ Allow: call.allow }', '{}'],
      ['call.allow === null', "call.allow !== ''"],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/routes.ts',
    tests: [test('authentication')],
    faults: [
      ["'/shifts', 'shifts.read'", "'/shifts', 'employees.read'"],
      ["'/branches', 'organization.read'", "'/branches', 'shifts.read'"],
      ["'PATCH', '/employees/{id}', 'employees.write'", "'PATCH', '/employees/{id}', 'employees.read'"],
      ["'/employees/{id}/activate', 'employees.write'", "'/employees/{id}/activate', 'employees.read'"],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-token.ts',
    tests: [test('authentication'), test('audit')],
    faults: [
      ['/^bearer +([^\\s,]+)$/i', '/^Bearer +([^\\s,]+)$/'],
      ['headers.length === 1 ?', 'headers.length >= 1 ?'],
      ["presented.outcome !== 'missing' && presented.outcome !== 'no_token'", "presented.outcome !== 'missing'"],
      ["if ('actor' in presented) call.actor = presented.actor;", ''],
      ['call.detail = { token: presented.outcome };', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-ability.ts',
    tests: [test('authentication')],
    faults: [
      ['authorize(callerOf(ctx.shaonCall), operation);', 'callerOf(ctx.shaonCall); void authorize; void operation;'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-availability.ts',
    tests: [test('mounting')],
    faults: [['if (options.isAvailable()) return next();', 'if (options) return next();']],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-valid-target.ts',
    tests: [test('http'), test('mounting')],
    faults: [['if (call.isTargetValid) return next();', "if (call.isTargetValid || call.path !== '') return next();"]],
  },
  {
    file: 'packages/http-koa/src/v1/rules/read-input.ts',
    tests: [test('employees'), test('http'), served('order')],
    faults: [
      [
        'if (call.id > 0 && !isSlow) await assertEmployeeExists(services, call);',
        'void assertEmployeeExists; void services;',
      ],
      ['noteIgnored(call, ignored);', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/read-input.ts',
    tests: [test('validated-once'), served('order')],
    faults: [
      ['Object.assign(given, Object.fromEntries(refused.map((name) => [name, null])))', 'given'],
      [
        'if (refused.some((name) => !input?.prohibited.includes(name))) throw new InvalidInputError(queryErrors);',
        'void InvalidInputError;',
      ],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/note-query.ts',
    tests: [test('http'), test('audit'), test('longest-values')],
    faults: [
      ['if (!call.isQueryNoted) noteParameters(call);', ''],
      ['call.ignored = [...call.ignored, ...names];', 'call.ignored = [...names];'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/answer-errors.ts',
    tests: [test('mounting'), test('audit'), test('last-admin')],
    faults: [
      ['call.isAudited = false;', ''],
      ['call.detail ??= reasonOf(error);', ''],
      ["if (!('errors' in error)) return { code: error.code };", "if (!('errors' in error)) return null;"],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/audit-before-answer.ts',
    tests: [test('mounting'), test('audit')],
    faults: [
      ['if (call.isAudited || call.answer === null) return;', 'if (call.answer === null) return;'],
      [
        "call.answer = serialized(answerToError(error, 'en', options.log, call.requestId));",
        'void [answerToError, serialized, error, options];',
      ],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/cors.ts',
    tests: [test('http'), test('options')],
    faults: [
      ['if (!origins.has(origin)) return {};', ''],
      ["&& ctx.get('Access-Control-Request-Method') !== ''", ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/begin-call.ts',
    tests: [test('mounting'), test('http'), test('hostile-input')],
    faults: [
      ["path.slice(prefix.length) || '/'", 'path'],
      ['if (normalised !== url) req.url = normalised;', ''],
      ['ctx.matched = undefined;', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rate-limit.ts',
    tests: [test('rate-limit'), served('order')],
    faults: [
      ['const WINDOW_SECONDS = 60', 'const WINDOW_SECONDS = 61'],
      ['String(isExceeded ? 0 : Math.max(window.remainingPoints, 0))', 'String(window.remainingPoints + 1)'],
      ["if (isExceeded) headers['Retry-After']", "headers['Retry-After']"],
      ['String(actor.tokenId)', "'all'"],
      ['Math.max(1, Math.ceil(waitMs / 1_000))', 'waitMs'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/limit-fallback.ts',
    tests: [test('limit-fallback'), test('limit-store-outage')],
    faults: [
      ['STORE_ANSWERS_WITHIN_MS = 250', 'STORE_ANSWERS_WITHIN_MS = 1_500'],
      ['if (performance.now() < this.#retryAt) return this.#own.consume(key);', ''],
      ['this.#retryAt = now + RETRY_EVERY_MS;', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/read-json-body.ts',
    tests: [test('http'), test('http2'), served('connection')],
    faults: [
      ['const MAX_BODY_BYTES = 100 * 1024', 'const MAX_BODY_BYTES = 101 * 1024'],
      ['const MAX_BODY_BYTES = 100 * 1024', 'const MAX_BODY_BYTES = 99 * 1024'],
      ["new TextDecoder('utf-8', { fatal: true })", "new TextDecoder('utf-8')"],
      ["typeof body !== 'object' || body === null || Array.isArray(body)", "typeof body !== 'object' || body === null"],
      ["encoding.toLowerCase() !== 'identity'", 'false'],
      ["coding.trim().toLowerCase() !== 'chunked'", 'false'],
      ["httpVersionMajor === 1 ? { Connection: 'close' } : {}", "{ Connection: 'close' }"],
      ["type !== '' && !JSON_TYPE.test(type)", 'false'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/error-responses.ts',
    tests: [...calls, test('employees')],
    faults: [
      ['ability_missing: { status: 403,', 'ability_missing: { status: 401,'],
      ['not_found: { status: 404,', 'not_found: { status: 403,'],
      ["{ 'X-Required-Ability': ability }", '{}'],
      ['errorAnswer(422, described.message', 'errorAnswer(400, described.message'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/ignored-names.ts',
    tests: [test('http'), test('audit'), test('longest-values')],
    faults: [
      ['const MAX_NAMES = 10', 'const MAX_NAMES = 11'],
      ['const MAX_NAME_LENGTH = 64', 'const MAX_NAME_LENGTH = 65'],
      ['withoutTokens(name.toWellFormed())', 'name.toWellFormed()'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/language.ts',
    tests: [served('employee-fields'), served('stored-values')],
    faults: [
      ["return preferred(ctx, 'en');", "return preferred(ctx, 'he');"],
      ['return preferred(ctx, companyLocale);', "return preferred(ctx, 'en');"],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/audit-entry.ts',
    tests: [test('audit'), test('audit-entry'), test('longest-values')],
    faults: [
      ['const MAX_PATH_LENGTH = 512', 'const MAX_PATH_LENGTH = 513'],
      ['const MAX_QUERY_LENGTH = 2_048', 'const MAX_QUERY_LENGTH = 2_049'],
      ['companyId: actor?.companyId ?? null', 'companyId: null'],
      ['ip: call.ip', "ip: ''"],
      ['withoutTokens(isTargetValid ? path : storable(path))', '(isTargetValid ? path : storable(path))'],
      ['route: call.route', 'route: call.path'],
      ['withoutTokens(text.toWellFormed())', 'text.toWellFormed()'],
      ['value.replaceAll(ESCAPED, encodeURIComponent)', 'value'],
      [".replace(LOG_IN, '//…@')", ''],
    ],
  },
  {
    file: 'packages/http-koa/src/http/client-address.ts',
    tests: ['packages/http-koa/test/http/client-address.test.ts', test('audit')],
    faults: [
      ['for (const hop of hops.reverse())', 'for (const hop of hops)'],
      ['|| !isTrusted(address)) return address;', ') return address;'],
      ['if (!isTrusted(address)) return address; }', '}'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/send-answer.ts',
    tests: [test('http'), test('rate-limit')],
    faults: [
      ["const API_VERSION = '1.0.1'", "const API_VERSION = '1.0.0'"],
      ["'no-store, private'", "'private'"],
      ["hasCors ? 'Authorization, Origin' : 'Authorization'", "'Authorization'"],
      ['      ...call.headers,', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/http/request-target.ts',
    tests: ['packages/http-koa/test/http/request-target.test.ts'],
    faults: [
      ['if (FORBIDDEN.test(target)) return null;', ''],
      ["authority.includes('@') ||", ''],
      ["rest.startsWith('/') ? rest : `/${rest}`", 'rest'],
    ],
  },
  {
    file: 'packages/http-koa/src/host/audit-health.ts',
    tests: ['packages/http-koa/test/host/disk-full.test.ts', 'packages/http-koa/test/host/outage.test.ts'],
    faults: [
      ['      await writeNothing(this.#core.extension.database);\n', ''],
      ['this.#isLost = isLost;', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/http/request-id.ts',
    tests: [test('audit'), ...calls],
    faults: [
      ['/^[A-Za-z0-9._-]{1,64}$/', '/^[A-Za-z0-9._-]{1,65}$/'],
      ['&& !holdsToken(inbound)', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/count-towards-limit.ts',
    tests: [test('rate-limit'), test('audit')],
    faults: [
      ["errorAnswer(429, 'Too Many Attempts.')", "errorAnswer(503, 'Too Many Attempts.')"],
      ['await services.tokens.noteUse(caller, call.ip);', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/rules/require-https.ts',
    tests: [test('plain-http'), ...calls],
    faults: [
      ["errorAnswer(403, 'Call this API by https.')", "errorAnswer(400, 'Call this API by https.')"],
      ["call.detail = { refused: 'plain http' };", ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/pipeline.ts',
    tests: [test('http'), test('audit'), served('order'), served('surface')],
    faults: [
      ['new Router<DefaultState, CallState>({ sensitive: true })', 'new Router<DefaultState, CallState>()'],
      ["row.path.replace('{id}', ':id'), [row.method]", 'row.path, [row.method]'],
      ['noteOtherMethod(allowed),', ''],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/routes.ts',
    tests: [test('own-tables')],
    faults: [["operation !== 'employees.write'", "operation !== 'employees.read'"]],
  },
  {
    file: 'packages/http-koa/src/v1/resolve-services.ts',
    tests: [test('options'), test('own-tables')],
    faults: [
      ['if (lacking.length === 0) return;', 'return;'],
      ['names.some((name) => name in employees)', 'names.every((name) => name in employees)'],
    ],
  },
  {
    file: 'packages/http-koa/src/v1/port-faults.ts',
    tests: [test('default-log')],
    faults: [['isCoreService(services[name]) ?', 'true ?']],
  },
  {
    file: 'packages/core/src/port-fault.ts',
    tests: ['packages/core/test/port-fault.test.ts'],
    faults: [
      ['!isShaonError(error) && ', ''],
      ['&& !PORTS.has(error)', ''],
      ['message.slice(0, LONGEST_MESSAGE)', 'message'],
    ],
  },
  {
    file: 'packages/core/src/testing/shape.ts',
    tests: ['packages/core/test/testing/contracts.test.ts'],
    faults: [['assert.ok(kind.holds(value),', 'assert.ok(true,']],
  },
];
