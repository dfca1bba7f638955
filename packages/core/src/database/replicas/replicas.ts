import type { CoreLog } from '../../log.ts';
import { withClassifiedErrors } from '../constraint-errors.ts';
import type { Connections } from '../data-source.ts';
import type { RunStatement } from '../engine.ts';
import { runWithTimeLimit } from '../postgres-transaction.ts';
import type { Reading } from '../reading.ts';
import type { RawRow } from '../sql.ts';
import { type LogPosition, PrimaryPosition } from './log-position.ts';
import { nullIfLate } from './null-if-late.ts';
import { type MarkFailed, Replica, type ReplicaState } from './replica.ts';
import type { ResolvedReplicaOptions } from './replica-options.ts';

/** The kinds of work that a replica can do: a reading by its kind, or a snapshot such as an export's. */
type ReplicaReading = Reading['kind'] | 'snapshot';

/** Where readings run, for an operator. */
export interface ReplicaHealth {
  /** True while the primary answers instead of a replica that is dead, behind, or not its standby. */
  readonly isDegraded: boolean;
  /** Every replica by host and port. `starting`: it was not probed yet. */
  readonly states: readonly { readonly name: string; readonly state: ReplicaState }[];
  /** How many statements of each kind this process has read on the primary and on replicas, since its start. */
  readonly readings: Readonly<Record<ReplicaReading, Readonly<Record<'primary' | 'replica', number>>>>;
}

/** Asking the primary for its position must not take longer than asking for the rows. */
const COMMITTED_WITHIN_MS = 500;

type Snapshotting = <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>;

/**
 * Reads on replicas with the same result as on the primary: a reading begins when its replica has replayed everything
 * that any process had committed before (decisions.md, "Read replicas"). Otherwise, or when a replica fails, the
 * primary answers.
 */
export class Replicas implements ReplicaHealth {
  readonly #replicas: readonly Replica[];
  readonly #position: PrimaryPosition;
  readonly #probed: Promise<unknown>;
  readonly #readings = {
    list: { primary: 0, replica: 0 },
    long: { primary: 0, replica: 0 },
    snapshot: { primary: 0, replica: 0 },
  };
  readonly #seconds: number;
  #turn = 0;

  /**
   * @param read runs a statement on the primary
   * @param seconds the limit of a long reading; 0 for none
   */
  constructor(options: ResolvedReplicaOptions, read: RunStatement, seconds: number, log: CoreLog) {
    this.#seconds = seconds;
    this.#position = new PrimaryPosition(read);
    const primary = { read, position: this.#position };
    this.#replicas = options.urls.map((url) => new Replica(url, options, primary, log));
    this.#probed = Promise.all(this.#replicas.map((replica) => replica.probe()));
  }

  get isDegraded(): boolean {
    return this.#replicas.some(({ state }) => state === 'away');
  }

  get states(): ReplicaHealth['states'] {
    return this.#replicas.map(({ name, state }) => ({ name, state }));
  }

  get readings(): ReplicaHealth['readings'] {
    return this.#readings;
  }

  /** Runs the statements of one reading; after the primary has answered one, it answers the rest as well. */
  readFor(reading: Reading, readOnPrimary: RunStatement): RunStatement {
    if (reading.isForPrimary === true) return readOnPrimary;
    const counts = this.#readings[reading.kind];
    const bound = reading.kind === 'long' ? this.#seconds : 0;
    let needed: Promise<LogPosition | null> | undefined;
    let isForPrimary = false;
    // All statements of a reading use one replica, because another one may have replayed less.
    let chosen: Replica | null = null;
    return async (text, values) => {
      needed ??= isForPrimary || !this.#isAnyUp ? undefined : this.#committed();
      const position = isForPrimary ? null : await needed;
      if (position != null) chosen ??= this.#next();
      const replica = chosen;
      let blame: MarkFailed | null = null;
      if (position != null && replica !== null) {
        const read = await replica.read<RawRow[]>(position, ({ run, manager }) =>
          bound > 0
            ? withClassifiedErrors('postgres', () => runWithTimeLimit(manager, bound, text, values))
            : run(text, values),
        );
        if (read !== null && 'answer' in read) {
          counts.replica += 1;
          return read.answer;
        }
        blame = read;
      }
      isForPrimary = true;
      counts.primary += 1;
      const rows = await readOnPrimary(text, values);
      blame?.();
      return rows;
    };
  }

  /**
   * Takes a snapshot on a replica with `hot_standby_feedback`, because an export that the replica cancels halfway
   * cannot go on elsewhere. If the replica fails before it has answered anything, `work` starts again on the primary.
   */
  async snapshot<T>(work: (run: RunStatement) => Promise<T>, onPrimary: Snapshotting): Promise<T> {
    await this.#probed;
    const position = this.#isAnyUp ? await this.#committed() : null;
    const replica = position === null ? null : this.#next(({ keepsSnapshots }) => keepsSnapshots);
    const read = position === null ? null : await replica?.snapshot(position, work);
    this.#readings.snapshot[read == null ? 'primary' : 'replica'] += 1;
    return read == null ? onPrimary(work) : read.answer;
  }

  /** Null if the primary does not answer; the reading then reports the fault. */
  async #committed(): Promise<LogPosition | null> {
    return nullIfLate(this.#position.now(), COMMITTED_WITHIN_MS).catch(() => null);
  }

  get #isAnyUp(): boolean {
    return this.#replicas.some(({ state }) => state === 'up');
  }

  /** Takes turns among the replicas that are up, and prefers one with a free connection. */
  #next(suits: (replica: Replica) => boolean = () => true): Replica | null {
    let busy: Replica | null = null;
    for (let tried = 0; tried < this.#replicas.length; tried += 1) {
      this.#turn = (this.#turn + 1) % this.#replicas.length;
      const replica = this.#replicas[this.#turn] as Replica;
      if (replica.state !== 'up' || !suits(replica)) continue;
      if (!replica.isBusy) return replica;
      busy = replica;
    }
    return busy;
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }
}

/** Connections whose lists, long readings and snapshots go to the replicas. */
export function withReplicas(connections: Connections, replicas: Replicas): Connections {
  return {
    ...connections,
    readFor: (reading, onPrimary) => replicas.readFor(reading, onPrimary),
    snapshot: (work, company) => replicas.snapshot(work, (onPrimary) => connections.snapshot(onPrimary, company)),
    close: async () => {
      await replicas.close();
      await connections.close();
    },
  };
}
