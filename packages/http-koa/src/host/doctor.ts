import { basename } from 'node:path';
import { isShaonError, parseKeyRing, SendFailure } from '@shaon/core';
import { formatInstant } from '@shaon/core/time';
import { checkProxies, isExample } from './check-addresses.ts';
import { checkConnections } from './check-connections.ts';
import { checkReplica } from './check-replica.ts';
import { limitStoreName } from './config-rules.ts';
import { databaseConnection, databaseType, requireDatabase } from './database.ts';
import { doubtful, type Finding, fine, type Verdict, wrong } from './doctor-finding.ts';
import { explainRefusal, explainShaonError } from './explain-database-error.ts';
import { explainFileError } from './file-errors.ts';
import { assertKeysMayBeMade, findKeys, keysFileIsMissing } from './keys-file.ts';
import { openLimitStore } from './limit-store.ts';
import type { HostLog } from './log.ts';
import { mailSender } from './mail.ts';
import { openCore } from './open-core.ts';
import { requirePeer } from './optional-peers.ts';
import { withClient } from './postgres-client.ts';
import { type HostConfig, SETTINGS, type SettingName } from './settings.ts';
import { smsWay, spoolFile } from './sms.ts';

type Check = (config: HostConfig, log: HostLog) => Promise<Verdict> | Verdict;

/** In this order, because each check depends on the ones above it. */
const CHECKS: Readonly<Record<string, Check>> = {
  'zone data': checkZones,
  driver: checkDriver,
  keys: checkKeys,
  file: checkFile,
  schema: checkSchema,
  totals: checkTotals,
  replica: checkReplica,
  clock: checkClock,
  connections: checkConnections,
  'limit store': checkLimitStore,
  proxies: checkProxies,
  'sample values': checkSamples,
  'text messages': checkSms,
  'e-mails': checkMail,
};

/** Checks everything that a server needs, without changes. A failing check is a finding, and the next one follows. */
export async function* examine(config: HostConfig, log: HostLog): AsyncGenerator<Finding, void, undefined> {
  for (const [about, check] of Object.entries(CHECKS)) {
    try {
      yield { about, ...(await check(config, log)) };
    } catch (error) {
      yield { about, ...wrong(explain(error)) };
    }
  }
}

/** Tests Israel's transitions of 2026: Node without zone data, or with old data, would shift every shown time. */
function checkZones(): Verdict {
  const seen = ['2026-10-24T22:30:00Z', '2026-10-24T23:30:00Z'].map((at) =>
    formatInstant(new Date(at), 'Asia/Jerusalem'),
  );
  const isRight = seen.join() === '2026-10-25T01:30:00+03:00,2026-10-25T01:30:00+02:00';
  const version = process.versions.tz ?? 'unknown';
  return isRight ? fine(`version ${version}`) : wrong(`version ${version} does not know Israel's time. Update Node.`);
}

async function checkDriver(config: HostConfig): Promise<Verdict> {
  if (databaseType(config) === 'postgres') {
    await requirePeer('pg');
    return fine('pg is installed');
  }
  const { default: Sqlite } = await requirePeer('better-sqlite3');
  const database = new Sqlite(':memory:');
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  database.close();
  return fine(`better-sqlite3 is built for this Node, with SQLite ${version}`);
}

async function checkKeys(config: HostConfig): Promise<Verdict> {
  if (keysFileIsMissing(config)) {
    await assertKeysMayBeMade(config);
    return doubtful('there is no keys file yet; `shaon migrate` makes it');
  }
  const { keys, file, isReadableByOthers } = await findKeys(config);
  parseKeyRing(keys);
  if (isReadableByOthers) return doubtful(`others can read ${file}: chmod 600 it`);
  return fine(file === null ? 'SHAON_KEYS is well formed' : `${file} is well formed, and yours alone`);
}

/** A restore that leaves the old `-wal` beside the new file mixes the two. */
async function checkFile(config: HostConfig): Promise<Verdict> {
  const database = databaseConnection(config);
  if (database.type === 'postgres') return fine("PostgreSQL's own");
  await requireDatabase(database);
  const { default: Sqlite } = await requirePeer('better-sqlite3');
  const file = new Sqlite(database.path, { readonly: true, fileMustExist: true });
  try {
    const [found] = file.pragma('quick_check(1)') as { readonly quick_check: string }[];
    if (found?.quick_check === 'ok') return fine('quick_check finds it whole');
  } catch (error) {
    if (kindOf(error) !== 'SQLITE_CORRUPT') throw error;
  } finally {
    file.close();
  }
  const name = basename(database.path);
  return wrong(`it is damaged. Stop the server, remove ${name}-wal and ${name}-shm, and then restore a backup.`);
}

async function checkSchema(config: HostConfig, log: HostLog): Promise<Verdict> {
  const database = databaseConnection(config);
  await requireDatabase(database);
  if (keysFileIsMissing(config)) {
    await assertKeysMayBeMade(config);
    return wrong('it is not whole. Run shaon migrate.');
  }
  const { core } = await openCore(config, log);
  try {
    const missing = await core.operator.missingKeys();
    if (missing.length > 0) {
      return wrong(`stored values need keys that are missing: ${missing.join(', ')}. Add them again to the others.`);
    }
    return fine('it is of this version, and the keys fit it');
  } finally {
    await core.close();
  }
}

export async function rewriteAttendanceTotals(config: HostConfig, log: HostLog): Promise<void> {
  const { core } = await openCore(config, log);
  try {
    await core.operator.rewriteTotals();
  } finally {
    await core.close();
  }
}

/** Lists take their lengths from these totals, so a wrong one would hide days. */
async function checkTotals(config: HostConfig, log: HostLog): Promise<Verdict> {
  const { core } = await openCore(config, log);
  try {
    const count = await core.operator.countWrongTotals();
    if (count === 0) return fine('the totals of attendance equal the days');
    return wrong(`${count} totals of attendance differ from the days. Run shaon doctor --rewrite-totals.`);
  } finally {
    await core.close();
  }
}

const MAX_SKEW_MS = 2_000;

/** The limit's windows, leases and audit times are compared across machines. */
async function checkClock(config: HostConfig): Promise<Verdict> {
  const database = databaseConnection(config);
  if (database.type === 'sqlite') return fine('one machine, one clock');
  return withClient(database.url, async (run) => {
    const before = Date.now();
    const [row] = await run('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now', []);
    const skewMs = Math.round(Number(row?.now) - (before + Date.now()) / 2);
    const text = `${Math.abs(skewMs)} ms ${skewMs < 0 ? 'ahead of' : 'behind'} the database`;
    return Math.abs(skewMs) > MAX_SKEW_MS ? wrong(`${text}. Synchronise both by NTP.`) : fine(text);
  });
}

async function checkLimitStore(config: HostConfig, log: HostLog): Promise<Verdict> {
  const name = limitStoreName(config);
  const { store, close } = await openLimitStore(config, log);
  try {
    const limiter = store({ points: 1_000_000, duration: 1, keyPrefix: 'shaon-doctor' });
    await limiter.consume('doctor');
    return fine(name === 'memory' ? 'memory, for one process' : `${name} counts`);
  } finally {
    await close();
  }
}

/** Values of the sample files that nobody has replaced. */
function checkSamples(config: HostConfig): Verdict {
  const left = Object.entries(SETTINGS).filter(([name]) => String(config[name as SettingName]).includes('change-me'));
  if (left.length === 0) return fine('none is left');
  return wrong(`${left.map(([, { variable }]) => variable).join(', ')}: replace change-me.`);
}

/** Without a way out `shaon serve` does not start; a product that welcomes its people by its own needs none. */
async function checkSms(config: HostConfig, log: HostLog): Promise<Verdict> {
  const way = smsWay(config);
  if (way === 'gateway' && isExample(config.sms as string)) {
    return wrong('SHAON_SMS is the address of an example.');
  }
  if (way !== null)
    return way === 'spool' ? doubtful(`they are written to ${spoolFile(config)}; nobody gets them`) : fine(way);
  const { core } = await openCore(config, log);
  try {
    const { sms: waiting } = await core.operator.waitingMessages();
    if (waiting > 0) return wrong(`SHAON_SMS is not set, and ${waiting} welcome messages wait for it.`);
    return doubtful('SHAON_SMS is not set, which shaon serve and shaon worker need; no message waits');
  } finally {
    await core.close();
  }
}

/** Without it nothing is missing: people then see decisions in the pages alone. */
async function checkMail(config: HostConfig, log: HostLog): Promise<Verdict> {
  const sender = mailSender(config);
  if (sender === null) return fine('SHAON_SMTP_URL is not set, and none are sent');
  const { core } = await openCore(config, log);
  try {
    const { mail: waiting } = await core.operator.waitingMessages();
    const reason = await sender.verify().then(
      () => null,
      (error: unknown) => (error instanceof SendFailure ? error.reason : kindOf(error)),
    );
    const wait = waiting === 0 ? 'none waits' : `${waiting} wait`;
    if (reason === null) return fine(`the server of SHAON_SMTP_URL takes them; ${wait}`);
    return wrong(`the server of SHAON_SMTP_URL does not take them (${reason}); ${wait}, and they are tried again.`);
  } finally {
    await core.close();
  }
}

function explain(error: unknown): string {
  if (isShaonError(error)) return explainShaonError(error);
  return explainFileError(error) ?? explainRefusal(error) ?? `cannot be examined (${kindOf(error)})`;
}

/** An error's class and code; its message may contain an address with a password. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
