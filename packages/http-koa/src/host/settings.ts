import { networkOf } from '../http/network.ts';
import { isOrigin } from '../http/origin.ts';
import {
  addressSetting,
  flag,
  listenerSetting,
  listSetting,
  type Setting,
  textSetting,
  urlSetting,
  wholeNumber,
  word,
} from './setting.ts';

const POSTGRES_SCHEMES = ['postgres://', 'postgresql://'];
/** The signs that a password often has, and that end it or begin a code in a URL. */
const SIGNS_IN_PASSWORDS = 'with % / ? # of the password written as %25 %2F %3F %23';
const POSTGRES_FORM = `postgres://user:password@host/database, ${SIGNS_IN_PASSWORDS}`;

/**
 * All settings of the host, and the only place that names an environment variable. `shaon config` lists them in this
 * order. Rules between two settings are in config-rules.ts.
 */
export const SETTINGS = {
  databaseUrl: urlSetting({
    variable: 'DATABASE_URL',
    schemes: POSTGRES_SCHEMES,
    // A path has no options such as `?mode=ro`, which would otherwise become part of a new file's name.
    others: /^sqlite:(?!\/\/[^/])[^?]*$/,
    type: `${POSTGRES_FORM}; or sqlite:path, without ? and options`,
    about: 'The database. Without it: the SQLite file shaon.sqlite in SHAON_DATA_DIR.',
  }),
  databaseDirectUrl: urlSetting({
    variable: 'DATABASE_DIRECT_URL',
    schemes: POSTGRES_SCHEMES,
    type: POSTGRES_FORM,
    about:
      'PostgreSQL itself, if DATABASE_URL is a pooler: for migrations, and for the lock that a server holds. By the pooler statements then have no names, and connections ask for no timeouts.',
  }),
  databaseReadUrl: urlSetting({
    variable: 'DATABASE_READ_URL',
    schemes: POSTGRES_SCHEMES,
    type: POSTGRES_FORM,
    about:
      'A streaming replica of the PostgreSQL of DATABASE_URL: exports, searches of the audit and reports are read there, and may be some seconds old.',
  }),
  databasePool: wholeNumber({
    variable: 'SHAON_DATABASE_POOL',
    min: 3,
    max: 1000,
    fallback: 10,
    about: 'Connections that each process may open to PostgreSQL; up to ten more to its replica.',
  }),
  redisUrl: urlSetting({
    variable: 'REDIS_URL',
    schemes: ['redis://', 'rediss://'],
    type: `redis://host:6379 or rediss://…, ${SIGNS_IN_PASSWORDS}`,
    about:
      'Redis, which counts requests for several processes. While it does not answer, each process counts by itself.',
  }),
  host: textSetting({
    variable: 'SHAON_HOST',
    type: 'an IP address or a host name of this machine',
    pattern: /^[A-Za-z0-9.:_-]+$/,
    fallback: '127.0.0.1',
    about: 'The address to listen on; 0.0.0.0 for all addresses.',
  }),
  port: wholeNumber({
    variable: 'PORT',
    min: 0,
    max: 65_535,
    fallback: 8080,
    about: 'The port to listen on; 0 takes a free one.',
  }),
  baseUrl: addressSetting({
    variable: 'SHAON_BASE_URL',
    type: 'http:// or https://, a host and a path that ends in /api/v1',
    // SPEC 1; with or without a slash at the end (D:Z5).
    pattern: /^https?:\/\/[^\s/?#@]+(\/[^\s/?#]+)*\/api\/v1\/?$/,
    about:
      'The address that callers use, for all links. With a path before /api/v1, such as /hr, a proxy publishes everything under /hr and removes it. Without it: http, SHAON_HOST and PORT.',
  }),
  keys: textSetting({
    variable: 'SHAON_KEYS',
    type: 'a comma list of <id>:<base64 of 32 bytes>; `shaon keys new` makes one',
    pattern: /^[\w-]{1,32}:[A-Za-z0-9+/]{43}=(\s*,\s*[\w-]{1,32}:[A-Za-z0-9+/]{43}=)*$/,
    fallback: null,
    secret: true,
    about:
      'Keys that encrypt what must not be stored as clear text: the first encrypts, all decrypt. On SQLite they are in a file.',
  }),
  dataDir: textSetting({
    variable: 'SHAON_DATA_DIR',
    type: 'a folder',
    fallback: './data',
    about: 'The folder of the files: the SQLite database, its keys, the SMS spool.',
  }),
  sms: urlSetting({
    variable: 'SHAON_SMS',
    schemes: ['https://'],
    others: /^(spool|twilio:AC[\da-fA-F]{32}:(\+\d{7,15}|MG[\da-fA-F]{32}|[a-zA-Z\d ]{1,11}))$/,
    type: 'spool; https://… without a user and a password, which takes a POST of {to, text, reference} as JSON; or twilio:AC…:from, with a number, a sender name or a messaging service MG… to send from',
    about:
      'How text messages leave: into the file sms.spool in SHAON_DATA_DIR (on SQLite the default), by a gateway, or by Twilio.',
  }),
  smsToken: textSetting({
    variable: 'SHAON_SMS_TOKEN',
    type: 'visible ASCII text',
    pattern: /^[\x21-\x7e]+$/,
    fallback: null,
    secret: true,
    about: 'What the gateway gets as a bearer token, or the auth token of the account at Twilio.',
  }),
  smtpUrl: urlSetting({
    variable: 'SHAON_SMTP_URL',
    schemes: ['smtp://', 'smtps://'],
    type: `smtps://user:password@smtp.example:465?from=hr@example.com or smtp://…:587?from=…, ${SIGNS_IN_PASSWORDS}`,
    about:
      'The server by which e-mails leave: notices, and links for forgotten passwords. from is the sender. It needs SHAON_BASE_URL for the links. Without it nobody gets e-mails.',
  }),
  outboundProxy: urlSetting({
    variable: 'SHAON_OUTBOUND_PROXY',
    schemes: ['http://'],
    type: `http://proxy:3128 or http://user:password@proxy:3128, ${SIGNS_IN_PASSWORDS}`,
    about:
      'An HTTP proxy by which webhooks and text messages leave, with CONNECT. Addresses of webhooks are resolved and judged here all the same; those that SHAON_WEBHOOK_ALLOW permits in your own network are reached directly.',
  }),
  limitPerMinute: wholeNumber({
    variable: 'SHAON_LIMIT_PER_MINUTE',
    // D:A5: a limit of 0 would refuse every call. To stop all calls, revoke the tokens or stop the server.
    min: 1,
    max: 1_000_000_000,
    fallback: 60,
    about: 'Requests per minute and token. The published contract says 60.',
  }),
  limitStore: word({
    variable: 'SHAON_LIMIT_STORE',
    words: ['memory', 'redis', 'postgres'],
    fallback: null,
    about: 'Where requests are counted. Without it: redis if REDIS_URL is set, otherwise memory (one server only).',
  }),
  trustedProxies: listSetting({
    variable: 'SHAON_TRUSTED_PROXIES',
    type: 'a comma list of IP addresses and networks such as 10.0.0.0/8',
    accepts: isAddressOrNetwork,
    about: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.',
  }),
  corsOrigins: listSetting({
    variable: 'SHAON_CORS_ORIGINS',
    type: 'a comma list of origins such as https://hr.example',
    accepts: isOrigin,
    about: 'Web pages that may call the API from a browser. None by default: a token does not belong in a browser.',
  }),
  requireHttps: flag({
    variable: 'SHAON_REQUIRE_HTTPS',
    fallback: false,
    about: 'Refuses calls of the API that did not come by https to a trusted proxy, with 403.',
  }),
  logLevel: word({
    variable: 'SHAON_LOG_LEVEL',
    words: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    fallback: 'info',
    about: 'The least severe lines that are logged; each request is one at info.',
  }),
  metrics: listenerSetting({
    variable: 'SHAON_METRICS',
    about:
      'Where `shaon serve` and `shaon worker` answer operators without a token: /metrics, /healthz and /readyz. Keep it from the public; each process needs its own.',
  }),
  auditMonths: wholeNumber({
    variable: 'SHAON_AUDIT_MONTHS',
    min: 1,
    max: 1200,
    // No source names a period for an audit of an API, so the operator may choose one (D:U7).
    fallback: 24,
    about: 'Months that audit rows are kept.',
  }),
  maxTokens: wholeNumber({
    variable: 'SHAON_MAX_TOKENS',
    min: 0,
    max: 1_000_000,
    fallback: 50,
    about: 'Active tokens that a company may have; with 0 no token can be created.',
  }),
  idNumberScope: word({
    variable: 'SHAON_ID_NUMBER_SCOPE',
    words: ['installation', 'company'],
    // The literal reading of the specification (D:A12).
    fallback: 'installation',
    about: 'Within what an ID number is unique. Fixed when the first employee exists.',
  }),
  drainSeconds: wholeNumber({
    variable: 'SHAON_DRAIN_SECONDS',
    min: 0,
    max: 3600,
    fallback: 20,
    about: 'How long a stop waits for requests and deliveries in progress; 0 cuts them off.',
  }),
  drainDelaySeconds: wholeNumber({
    variable: 'SHAON_DRAIN_DELAY_SECONDS',
    min: 0,
    max: 600,
    fallback: 0,
    about:
      'How long a stopping server still serves while /readyz already fails, so that a load balancer can stop sending.',
  }),
  serveSends: flag({
    variable: 'SHAON_SERVE_SENDS',
    fallback: true,
    about: 'Whether `shaon serve` sends webhooks and messages; set false if only `shaon worker` sends.',
  }),
  webhookAllow: listSetting({
    variable: 'SHAON_WEBHOOK_ALLOW',
    type: 'a comma list of networks such as 10.1.0.0/16, host names, and origins such as https://hr.corp.internal:8443',
    // Otherwise a company's admin could reach the operator's own network (D:V18).
    accepts: isAllowed,
    about:
      'Receivers of webhooks inside your own network. Without it: public addresses only. A private authority of their certificates goes into NODE_EXTRA_CA_CERTS.',
  }),
  webhookDays: wholeNumber({
    variable: 'SHAON_WEBHOOK_DAYS',
    min: 0,
    max: 36_500,
    fallback: 90,
    about:
      'Days that webhook deliveries which failed are kept, to be sent again; those which succeeded or were cancelled 30 of them at most.',
  }),
  webhookDisableAfter: wholeNumber({
    variable: 'SHAON_WEBHOOK_DISABLE_AFTER',
    min: 0,
    max: 1_000_000,
    // The specification asks for no such side effect (D:V23).
    fallback: 0,
    about:
      'After how many webhook deliveries in a row that failed for good their endpoint is switched off, with its open deliveries held; 0 for never.',
  }),
  docs: flag({
    variable: 'SHAON_DOCS',
    fallback: true,
    about: 'Serves /docs with its guides, /openapi.json and /openapi-webhooks.json.',
  }),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The values of the settings; made by `readConfig`. */
export type HostConfig = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never;
};

function isAddressOrNetwork(entry: string): boolean {
  return networkOf(entry) !== null;
}

/** An address or network, a host name, or an exact origin (D:V18). */
function isAllowed(entry: string): boolean {
  if (entry.startsWith('https://')) return isOrigin(entry);
  return isAddressOrNetwork(entry) || (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry) && /[a-z]/i.test(entry));
}
