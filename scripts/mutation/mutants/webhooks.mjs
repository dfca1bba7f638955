/** Webhooks: what is signed, whereto, when again, and what is remembered (SPEC 6; D:V1 to V26). */

const test = (/** @type {string} */ name) => `packages/webhooks/test/${name}.test.ts`;
const guard = [test('address-guard/address-guard')];
const dispatch = [
  ...[
    'dispatch/changed-meanwhile',
    'deliveries/delivery',
    'dispatch/sender',
    'dispatch/leases',
    'dispatch/rollbacks',
    'dispatch/real-waits',
  ],
  ...['dispatch/max-inflight', 'dispatch/starvation', 'endpoints/endpoint', 'endpoints/failing-endpoints'],
].map(test);

/** @type {import('../mutant.mjs').Group[]} */
export const webhookMutants = [
  {
    file: 'packages/webhooks/src/dispatch/next-wait.ts',
    tests: [test('dispatch/next-wait')],
    faults: [
      ['isWoken ? FIRST_BACKOFF_MS :', 'isWoken ? SHORTEST_MS :'],
      ['Math.max(SHORTEST_MS, Math.min(...waits))', 'Math.min(...waits)'],
    ],
  },
  {
    file: 'packages/webhooks/src/signature.ts',
    tests: [test('signature')],
    faults: [
      ['`sha256=${createHmac', '`sha1=${createHmac'],
      ["update(body).digest('hex')", "update(body).digest('base64')"],
      ['secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret', 'secret'],
      ['`${messageId}.${timestamp}.`', '`${timestamp}.${messageId}.`'],
      [".join(' ')", ".join(',')"],
      ["if (secret === '') throw", 'if (false) throw'],
      ['if (key.length === 0) throw', 'if (false) throw'],
      ['if (secrets.length === 0) throw', 'if (false) throw'],
      ["PREFIX + randomBytes(32).toString('base64')", "PREFIX + randomBytes(24).toString('base64')"],
    ],
  },
  {
    file: 'packages/webhooks/src/retry-schedule.ts',
    tests: [test('retry-schedule')],
    faults: [
      ['[10_000, 30_000, 120_000, 600_000, 1_800_000]', '[10_000, 30_000, 120_000, 600_000]'],
      ['[10_000, 30_000, 120_000, 600_000, 1_800_000]', '[10_000, 30_000, 120_000, 900_000, 1_800_000]'],
      ['schedule.waitsMs[failures - 1]', 'schedule.waitsMs[failures]'],
      ['1 + schedule.jitter * random()', '1 - schedule.jitter * random()'],
      [
        'schedule.jitter === 0 ? wait :',
        '',
        { survives: 'A jitter of 0 times any random number adds nothing either.' },
      ],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/outcome.ts',
    tests: [test('dispatch/outcome-matrix'), test('dispatch/outcome')],
    faults: [
      ['status >= 200 && status < 300', 'status === 200'],
      ['status >= 200 && status < 300', 'status >= 200 && status < 400'],
      ['status >= 200 && status < 300', 'status >= 200 && status <= 300'],
      ['status >= 400 && status < 500', 'status > 400 && status < 500'],
      ['status >= 500 && status < 600', 'status >= 500 && status < 599'],
      [
        "if (error instanceof BlockedAddressError) return { outcome: 'blocked_address', errorCode: 'blocked_address' };",
        '',
      ],
      ["CERT_HAS_EXPIRED: { outcome: 'tls', errorCode: 'certificate_expired' },", ''],
      ["ECONNREFUSED: { outcome: 'connection', errorCode: 'refused' },", ''],
      ["deadline: { outcome: 'timeout', errorCode: 'deadline' },", ''],
      ["'DEPTH_ZERO_SELF_SIGNED_CERT',", ''],
      ["interim_answers: { outcome: 'invalid_response', errorCode: 'headers_too_large' },", ''],
    ],
  },
  {
    file: 'packages/webhooks/src/address-guard/denied-ranges.ts',
    tests: guard,
    faults: [
      ["'0.0.0.0/8',", ''],
      ["'10.0.0.0/8',", ''],
      ["'100.64.0.0/10',", "'100.64.0.0/11',"],
      ["'127.0.0.0/8',", "'127.0.0.1/32',"],
      ["'169.254.0.0/16',", ''],
      ["'172.16.0.0/12',", "'172.16.0.0/13',"],
      ["'192.168.0.0/16',", ''],
      ["'198.18.0.0/15',", "'198.18.0.0/16',"],
      ["'240.0.0.0/4',", "'240.0.0.0/5',"],
      ["'224.0.0.0/4',", ''],
      ["'168.63.129.16/32',", ''],
      ["'2000::/3',", "'::/0',"],
      ["'2002::/16',", ''],
      ["'2001::/23',", "'2001::/32',"],
      ["'2001:db8::/32',", ''],
      ["{ address: mapped, family: 'ipv4' }", "{ address: '8.8.8.8', family: 'ipv4' }"],
      ["typeof text !== 'string' || text.includes('%')", "typeof text !== 'string'"],
      ['&& !deniedIpv6.check(address, family)', ''],
      ['[high >> 8, high & 255, low >> 8, low & 255]', '[high & 255, high >> 8, low >> 8, low & 255]'],
    ],
  },
  {
    file: 'packages/webhooks/src/address-guard/address-guard.ts',
    tests: [...guard, test('dispatch/address-changes')],
    faults: [
      ['addresses.every(isPermitted)', 'addresses.some(isPermitted)'],
      ['if (!isPermitted(address)) throw', 'if (address !== undefined && !isPermitted(address)) throw'],
      ['if (!Array.isArray(answer)) throw', 'if (!Array.isArray(answer)) return [host]; if (answer.length < 0) throw'],
      ['if (addresses.length === 0) throw noAddress(host);', ''],
      ['isPublicAddress(address) || allowsAddress(policy.allow, address)', 'isPublicAddress(address)'],
      ['if (isExcepted(host, port)) return;', ''],
    ],
  },
  {
    file: 'packages/webhooks/src/address-guard/target-url.ts',
    tests: guard,
    faults: [
      ["url.protocol === 'https:'", "url.protocol.startsWith('http')"],
      ["url.username === '' && url.password === ''", "url.password === ''"],
      ["url.username === '' && url.password === ''", "url.username === ''"],
      ["url.href.includes('#')", "url.hash !== ''"],
      ['MAX_NAME_LENGTH = 253', 'MAX_NAME_LENGTH = 254'],
      ['MAX_LABEL_LENGTH = 63', 'MAX_LABEL_LENGTH = 64'],
      ['port === 443 || port >= 1024', 'port === 443 || port > 1024'],
      ['port === 443 || port >= 1024', 'port >= 443'],
      ['MAX_URL_LENGTH = 2048', 'MAX_URL_LENGTH = 2049'],
      ["if (labels.length < 2 || labels.includes('')) return false;", 'if (labels.length < 2) return false;'],
      ["if (labels.length < 2 || labels.includes('')) return false;", "if (labels.includes('')) return false;"],
      ['if (METADATA_NAMES.has(host)) return false;', ''],
      ['host === suffix || host.endsWith(`.${suffix}`)', 'host === suffix'],
      ["'home.arpa'", "'home.arpa2'"],
      ['excepted && EXCEPTED.has(rule)', 'excepted'],
    ],
  },
  {
    file: 'packages/webhooks/src/address-guard/allow-list.ts',
    tests: guard,
    faults: [
      ['names.add(entry.toLowerCase())', 'names.add(entry)'],
      [
        'if (!URL.canParse(entry) || new URL(entry).href !== `${new URL(entry).origin}/`) throw invalidEntry(entry);',
        '',
      ],
      ['literal !== null && list.ranges.check(literal.address, literal.family)', 'literal !== null'],
    ],
  },
  {
    file: 'packages/webhooks/src/endpoints/signing-secrets.ts',
    tests: [test('endpoints/endpoint'), test('deliveries/verification')],
    faults: [
      ["row.state === 'pending' && row.expiresAt !== null && row.expiresAt <= now", 'false'],
      ["row.state === 'previous' && row.expiresAt !== null && row.expiresAt <= now", 'false'],
      [
        "[...inState('current'), ...inState('pending'), ...inState('previous')]",
        "[...inState('current'), ...inState('pending')]",
      ],
      [
        "[...inState('current'), ...inState('pending'), ...inState('previous')]",
        "[...inState('current'), ...inState('previous')]",
      ],
      [
        "[...inState('current'), ...inState('pending'), ...inState('previous')]",
        "[...inState('pending'), ...inState('current'), ...inState('previous')]",
      ],
      ['hours * HOUR_MS', 'hours * HOUR_MS * 2'],
    ],
  },
  {
    file: 'packages/webhooks/src/endpoints/secret-rotation.ts',
    tests: [test('endpoints/endpoint'), test('deliveries/verification')],
    faults: [
      ['DEFAULT_OVERLAP_HOURS = 24', 'DEFAULT_OVERLAP_HOURS = 25'],
      ['const PENDING_HOURS = 24', 'const PENDING_HOURS = 25'],
      ["row.state === 'previous' && older === 'revoke'", 'false'],
      ["if (rows.some((row) => row.state === 'pending')) {", 'if (false) {'],
      ["pending === undefined && older === 'overlap'", 'false'],
    ],
  },
  {
    file: 'packages/webhooks/src/endpoints/endpoint-rules.ts',
    tests: [test('endpoints/endpoint')],
    faults: [
      ['Number(row?.kept) < maxEndpoints', 'Number(row?.kept) <= maxEndpoints'],
      ['WHERE e.deleted_at IS NULL`', '`'],
      ['row === null || row.deletedAt !== null', 'row === null'],
      ['{ id, deletedAt: null }', '{ id }'],
    ],
  },
  {
    file: 'packages/webhooks/src/endpoints/endpoint-input.ts',
    tests: [test('endpoints/endpoint'), test('endpoints/hostile-values')],
    faults: [
      ['canonicalInteger({ max: 168 })', 'canonicalInteger({ max: 169 })'],
      ["url: url().required(issue('required'))", "url: url().required(issue('in'))"],
    ],
  },
  {
    file: 'packages/webhooks/src/endpoints/secret-box.ts',
    tests: [test('endpoints/endpoint'), test('deliveries/delivery'), test('deliveries/verification')],
    faults: [
      [
        "const PURPOSE = 'webhook-secret'",
        "const PURPOSE = 'secret'",
        { survives: 'Sealing and opening share the purpose; it separates keys by use, which no message shows.' },
      ],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/response-excerpt.ts',
    tests: [test('dispatch/response-excerpt')],
    faults: [
      ['EXCERPT_BYTES = 4096', 'EXCERPT_BYTES = 4097'],
      ['broken > text.length / 10', 'broken > text.length / 2'],
      [".replace(UNSAFE, ''), EXCERPT_BYTES)", ', EXCERPT_BYTES)'],
      ["contentEncoding.toLowerCase() !== 'identity'", "contentEncoding === ''"],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/signed-request.ts',
    tests: [...dispatch, test('deliveries/verification')],
    faults: [
      ["isTest: claimed.trigger === 'test'", "isTest: claimed.trigger !== 'test'"],
      ['timestamp: String(timestamp)', 'timestamp: String(timestamp + 1)'],
    ],
  },
  {
    file: 'packages/webhooks/src/request-headers.ts',
    tests: [...dispatch, test('deliveries/verification')],
    faults: [
      ["'X-Service-Attempt': String(number)", "'X-Service-Attempt': '1'"],
      ["'X-Service-Event': type", "'X-Service-Event': 'event'"],
      ["'application/json; charset=utf-8'", "'text/plain'"],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/record.ts',
    tests: [...dispatch, test('endpoints/endpoint')],
    faults: [
      ['isSuccess || isInterrupted ? 0 : 1', 'isSuccess ? 0 : 1'],
      ['isSuccess || isInterrupted ? 0 : 1', '1'],
      ["if (waitMs === null) return 'failed';", ''],
      ["result.errorCode === SECRET_UNREADABLE ? 'held' : 'pending'", "'pending'"],
      ["if (state === 'failed') exhausted", "if (state !== 'failed') exhausted"],
      ['isSuccess ? null : (result.errorCode ?? result.outcome)', '(result.errorCode ?? result.outcome)'],
      ['remote_ip: result.remoteAddress', 'remote_ip: null'],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/record-statements.ts',
    tests: [...dispatch, test('endpoints/failing-endpoints'), test('endpoints/endpoint')],
    faults: [
      ["WHEN given.state = 'pending' AND NOT e.enabled THEN 'held'", ''],
      ["WHEN e.deleted_at IS NOT NULL THEN 'cancelled'", ''],
      ["AND d.attempts = r.number AND d.state = 'in_flight'", "AND d.state = 'in_flight'"],
      ['failure_streak = 0, last_success_at', 'last_success_at'],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/claim-sqlite.ts',
    tests: [...dispatch, test('dispatch/max-inflight'), test('dispatch/starvation')],
    faults: [
      ['ORDER BY d.due_at, d.id LIMIT $3', 'ORDER BY d.id LIMIT $3'],
      [
        'WHERE e.enabled AND e.deleted_at IS NULL AND EXISTS',
        'WHERE e.deleted_at IS NULL AND EXISTS',
        { survives: 'Switching off holds the open deliveries of an endpoint in the same transaction, so none is due.' },
      ],
      [
        "AND s.state <> 'revoked'",
        '',
        { survives: 'The signer takes secrets by their state and never one that is revoked.' },
      ],
      ['Math.min(endpoint.room, size.slots)', 'size.slots'],
      ['id !== undefined && chosen.length < slots', 'id !== undefined'],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/lost-leases.ts',
    tests: [test('dispatch/leases'), test('dispatch/changed-meanwhile')],
    faults: [
      ['interruptions >= $3', 'interruptions > $3'],
      ["last_error = 'interrupted'", "last_error = 'lost'"],
      ["error_code = 'lease_lost'", "error_code = 'lost'"],
    ],
  },
  {
    file: 'packages/webhooks/src/dispatch/claim-statements.ts',
    tests: [test('dispatch/changed-meanwhile'), test('dispatch/leases'), test('dispatch/max-inflight')],
    faults: [["WHERE d.endpoint_id = e.id AND d.state = 'in_flight'", "WHERE d.state = 'in_flight'"]],
  },
  {
    file: 'packages/webhooks/src/deliveries/retention.ts',
    tests: [test('deliveries/retention')],
    faults: [
      ["['failed', options.keepFailedDays]", "['failed', options.keepSucceededDays]"],
      ["['cancelled', options.keepSucceededDays],", ''],
      ["cancel('held_too_long',", "cancel('endpoint_deleted',"],
      ['WHERE ${IS_HELD} AND created_at', 'WHERE created_at'],
    ],
  },
  {
    file: 'packages/webhooks/src/deliveries/publish.ts',
    tests: [test('deliveries/delivery'), test('deliveries/catalogue'), test('endpoints/endpoint')],
    faults: [
      ["CASE WHEN e.enabled THEN 'pending' ELSE 'held' END", "'pending'"],
      ['sent_at: formatInstant(event.occurredAt, zone)', 'sent_at: event.occurredAt'],
      ['WHERE s.type = ${type} AND e.deleted_at IS NULL', 'WHERE s.type = ${type}'],
      ['WHERE s.type = ${type} AND', 'WHERE'],
    ],
  },
  {
    file: 'packages/core/src/events/event-bus.ts',
    tests: [test('deploy'), test('schema')],
    faults: [['this.#sinks.some(({ name }) => name === WEBHOOK_SINK)', 'this.#sinks.length > 0']],
  },
  {
    file: 'packages/core/src/database/connect/data-source.ts',
    database: 'postgres',
    tests: [test('pool-size')],
    faults: [['if (size < MIN_POOL_SIZE) {', 'if (size < 1) {']],
  },
  {
    file: 'packages/core/src/database/database.ts',
    database: 'postgres',
    tests: [test('pool-size')],
    faults: [['if (size > MIN_POOL_SIZE) return;', 'if (size >= MIN_POOL_SIZE) return;']],
  },
  {
    file: 'packages/webhooks/src/dispatch/wake-up.ts',
    database: 'postgres',
    tests: [test('dispatch/closed-meanwhile')],
    faults: [['if (this.#database.isOpen) this.#log.warn', 'this.#log.warn']],
  },
];
