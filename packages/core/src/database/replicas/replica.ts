import { isShaonError, ShaonError } from '../../errors.ts';
import { guardedHandler } from '../../guarded-handler.ts';
import type { CoreLog } from '../../log.ts';
import { driverCodeOf } from '../constraint-errors.ts';
import type { RunStatement } from '../engine.ts';
import { inPostgresSnapshot } from '../snapshot.ts';
import { canReadTimeline, isSameCluster, keepsSnapshots, readIdentity } from './cluster-identity.ts';
import { type Freshness, waitUntilFresh } from './freshness.ts';
import type { LogPosition, PrimaryPosition } from './log-position.ts';
import { nullIfLate } from './null-if-late.ts';
import type { ResolvedReplicaOptions } from './replica-options.ts';
import { type ReplicaLease, ReplicaPool } from './replica-pool.ts';

/** Why the primary answers instead of a replica. */
type AwayReason = Exclude<Freshness, 'fresh'> | 'unreachable' | 'silent' | 'other_cluster' | 'failed';

/** `starting`: not probed yet; `away`: the primary answers instead. */
export type ReplicaState = 'starting' | 'up' | 'away';

/** What a replica does for one caller; null if the primary must do it. */
type OnReplica<T> = (lease: ReplicaLease) => Promise<T>;

/** Marks a replica as away, after an error that the primary did not have. */
export type MarkFailed = () => void;

/** Access to the primary. */
interface PrimaryAccess {
  readonly read: RunStatement;
  readonly position: PrimaryPosition;
}

/** The time a healthy replica needs to answer, in addition to the wait for its log. */
const ANSWER_MS = 250;
const GRACE_MS = 50;
const PROBE_MS = 5_000;
const PROBED_EVERY_MS = 2_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 10_000;
/** A replica that was up for so long starts again with the shortest pause. */
const STEADY_MS = 30_000;

/** Rejects what is running on a replica that no longer answers. */
class LostReplica extends Error {}

/**
 * One replica: its state and its connections. It is probed all the time. When a reading finds it away, later readings
 * do not wait for it; only the probes ask it again.
 */
export class Replica {
  /** Host and port, for the log: a URL may hold a password. */
  readonly name: string;
  readonly #waitMs: number;
  readonly #pool: ReplicaPool;
  readonly #primary: PrimaryAccess;
  readonly #log: CoreLog;
  /** Called inside readings, so an error thrown by the log must not fail them. */
  readonly #logGuarded: (level: 'info' | 'warn', fields: object, message: string) => void;
  readonly #underWay = new Set<(error: LostReplica) => void>();
  #state: ReplicaState = 'starting';
  /** Whether its timeline can be read. */
  #hasTimeline = false;
  /** Whether the primary keeps the row versions that long readings here need. */
  #keepsSnapshots = false;
  #hasLoggedConflict = false;
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  #isClosed = false;
  #upSince = 0;
  #backoffMs = FIRST_BACKOFF_MS;

  constructor(url: string, options: ResolvedReplicaOptions, primary: PrimaryAccess, log: CoreLog) {
    this.name = new URL(url).host;
    this.#waitMs = options.waitMs;
    this.#pool = new ReplicaPool(url, options, log);
    this.#primary = primary;
    this.#log = log;
    this.#logGuarded = guardedHandler(
      log,
      'news of a replica',
      (level: 'info' | 'warn', fields: object, message: string) => log[level]({ ...fields }, message),
    );
  }

  get state(): ReplicaState {
    return this.#state;
  }

  get keepsSnapshots(): boolean {
    return this.#keepsSnapshots;
  }

  get isBusy(): boolean {
    return this.#pool.isBusy;
  }

  /**
   * Runs a reading on a connection that sees everything up to `needed`. Null if the replica is away, behind or
   * unreachable; the primary must then answer. If the reading itself fails, returns a function to call once the primary
   * has answered, because then the replica is at fault.
   */
  async read<T>(needed: LogPosition, work: OnReplica<T>): Promise<{ readonly answer: T } | MarkFailed | null> {
    const lease = await this.#freshLease(needed);
    if (lease === null) return null;
    const done = work(lease).finally(() => lease.release());
    try {
      return { answer: await this.#unlessLost(done) };
    } catch (error) {
      if (error instanceof LostReplica) return null;
      if (isStatementTimeout(error)) throw error;
      if (!isShaonError(error, 'database_unavailable')) return () => this.#markAway('failed', driverCodeOf(error));
      this.#noteFailure(error, lease);
      return null;
    }
  }

  /**
   * Like `read`, for a snapshot, whose reader may pass on each result at once. Null only while no statement was
   * answered, so that `work` can start again on the primary; later errors go to the caller.
   */
  async snapshot<T>(
    needed: LogPosition,
    work: (run: RunStatement) => Promise<T>,
  ): Promise<{ readonly answer: T } | null> {
    const lease = await this.#freshLease(needed);
    if (lease === null) return null;
    let hasAnswered = false;
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const ended = inPostgresSnapshot(lease.manager, (run) => {
      const worked = work(async (text, values) => {
        const rows = await (hasAnswered ? run(text, values) : this.#unlessLost(run(text, values)));
        hasAnswered = true;
        return rows;
      });
      // The rollback may wait for a machine that no longer answers.
      worked.catch(fail);
      return worked;
    }).finally(() => lease.release());
    ended.catch(() => undefined);
    try {
      return { answer: await Promise.race([ended, failed]) };
    } catch (error) {
      if (error instanceof LostReplica && !hasAnswered) return null;
      const isGone = error instanceof LostReplica || isShaonError(error, 'database_unavailable');
      if (!isGone && !isCancelledByRecovery(driverCodeOf(error))) throw error;
      if (!(error instanceof LostReplica)) this.#noteFailure(error, lease);
      if (hasAnswered) throw isGone ? replicaLostDuringSnapshot(error) : error;
      return null;
    }
  }

  async #freshLease(needed: LogPosition): Promise<ReplicaLease | null> {
    const lease = this.#state === 'up' ? this.#pool.take() : null;
    if (lease === null) return null;
    const looked = waitUntilFresh(lease.run, needed, { hasTimeline: this.#hasTimeline, waitMs: this.#waitMs });
    try {
      // Answers that came while this process was suspended are read after its timers, so a late one gets some more
      // time.
      const seen = (await nullIfLate(looked, this.#waitMs + ANSWER_MS)) ?? (await nullIfLate(looked, GRACE_MS));
      if (seen === 'fresh') return lease;
      if (seen !== null) lease.release();
      else looked.catch(() => undefined).finally(() => lease.release());
      // Waiting for a connection, while all are in use or a new one opens, is no sign of a silent replica.
      if (seen === null && lease.isConnected()) this.#markAway('silent');
      if (seen !== null && (seen !== 'behind' || this.#waitMs > 0)) this.#markAway(seen);
    } catch (error) {
      lease.release();
      this.#noteFailure(error, lease);
    }
    return null;
  }

  #unlessLost<T>(done: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#underWay.add(reject);
      done.then(resolve, reject).finally(() => this.#underWay.delete(reject));
    });
  }

  #noteFailure(error: unknown, lease: ReplicaLease): void {
    if (lease.isFromReplacedPool()) return;
    const code = driverCodeOf(error);
    if (isCancelledByRecovery(code)) this.#logConflict(code);
    else this.#markAway(isShaonError(error, 'database_unavailable') ? 'unreachable' : 'failed', code);
  }

  #logConflict(driverCode: string): void {
    if (this.#hasLoggedConflict) return;
    this.#hasLoggedConflict = true;
    this.#logGuarded(
      'warn',
      { replica: this.name, driverCode },
      'A replica cancelled a reading, which the primary answered: set hot_standby_feedback = on there',
    );
  }

  #markAway(reason: AwayReason, driverCode = ''): void {
    if (this.#isClosed) return;
    const before = this.#state;
    this.#state = 'away';
    if (reason === 'unreachable' || reason === 'silent') {
      this.#pool.renew();
      for (const giveUp of [...this.#underWay]) giveUp(new LostReplica());
    }
    if (before === 'away') return;
    if (before === 'up' && performance.now() - this.#upSince > STEADY_MS) this.#backoffMs = FIRST_BACKOFF_MS;
    this.#logGuarded(
      'warn',
      { replica: this.name, reason, ...(driverCode === '' ? {} : { driverCode }) },
      'A replica is passed over: the primary answers what would be read there',
    );
    this.#probeIn(this.#backoffMs);
  }

  #markUp(): void {
    if (this.#isClosed || this.#state === 'up') return;
    const message = this.#state === 'away' ? 'A replica answers again' : 'Lists are read on a replica';
    this.#state = 'up';
    this.#upSince = performance.now();
    this.#logGuarded('info', { replica: this.name }, message);
  }

  #probeIn(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      guardedHandler(this.#log, 'probe of a replica', () => this.probe()),
      ms,
    );
    this.#timer.unref();
  }

  /** Finds out whether the replica can be read, and keeps probing until it is closed. */
  async probe(): Promise<void> {
    if (this.#isProbing || this.#isClosed) return;
    this.#isProbing = true;
    try {
      const found = await nullIfLate(this.#examine(), PROBE_MS);
      if (found === 'up') this.#markUp();
      else if (found !== 'unknown') this.#markAway(found ?? 'silent');
    } catch (error) {
      this.#markAway('unreachable', driverCodeOf(error));
    } finally {
      this.#isProbing = false;
      const pause = this.#state === 'up' ? PROBED_EVERY_MS : this.#backoffMs;
      if (this.#state === 'away') this.#backoffMs = Math.min(this.#backoffMs * 2, LONGEST_BACKOFF_MS);
      this.#probeIn(pause);
    }
  }

  /** `unknown` means no result: the primary does not answer, or all connections are in use. */
  async #examine(): Promise<AwayReason | 'up' | 'unknown'> {
    await this.#pool.open();
    const lease = this.#state === 'up' && this.#pool.isBusy ? null : this.#pool.take();
    if (lease === null) return 'unknown';
    try {
      const [own, primary] = await Promise.all([
        readIdentity(lease.run),
        readIdentity(this.#primary.read).catch(() => null),
      ]);
      if (primary === null) return 'unknown';
      if (!isSameCluster(own, primary)) return 'other_cluster';
      this.#hasTimeline = await canReadTimeline(lease.run);
      this.#keepsSnapshots = await keepsSnapshots(lease.run);
      const needed = await this.#primary.position.now().catch(() => null);
      if (needed === null) return 'unknown';
      const freshness = await waitUntilFresh(lease.run, needed, {
        hasTimeline: this.#hasTimeline,
        waitMs: Math.max(this.#waitMs, ANSWER_MS),
      });
      return freshness === 'fresh' ? 'up' : freshness;
    } finally {
      lease.release();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // A connection that never answers would delay closing.
    await nullIfLate(this.#pool.close(), PROBE_MS);
  }
}

function replicaLostDuringSnapshot(cause: Error): ShaonError {
  const text =
    'The replica from which this was read has ended. Ask again: the primary or another replica answers then.';
  return new ShaonError('database_unavailable', text, { driverCode: driverCodeOf(cause) }, { cause });
}

/** SQLSTATEs of a standby that applies the primary's log first: rows or locks that the reading needed are gone. */
const isCancelledByRecovery = (code: string): boolean => code === '40001' || code === '40P01';

/** The statement would take as long on the primary. */
const isStatementTimeout = (error: unknown): boolean => driverCodeOf(error) === '57014';
