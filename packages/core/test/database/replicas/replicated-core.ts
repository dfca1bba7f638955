import { type Core, type CoreLog, type CoreOptions, createCore, type ReplicaOptions, systemActor } from '@shaon/core';
import type { StoppablePostgres } from '@shaon/testing';
import { TEST_KEYS } from '../../support.ts';

export interface LoggedLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A core on a primary and its replicas, with what it has logged. */
export interface ReplicatedCore {
  readonly core: Core;
  readonly lines: readonly LoggedLine[];
  /** The lines of which one is written for each time that a replica goes away. */
  passedOver(): readonly LoggedLine[];
}

export async function openReplicated(
  primary: Pick<StoppablePostgres, 'url'>,
  replicas: readonly string[],
  options: Partial<ReplicaOptions> = {},
  more: Partial<CoreOptions> = {},
): Promise<ReplicatedCore> {
  const lines: LoggedLine[] = [];
  const note =
    (level: string): CoreLog['info'] =>
    (fields, message) =>
      lines.push({ level, fields, message });
  const core = await createCore({
    database: { type: 'postgres', url: primary.url },
    replicas: { urls: replicas, ...options },
    keys: TEST_KEYS,
    ...more,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  return {
    core,
    lines,
    passedOver: () => lines.filter(({ message }) => message.startsWith('A replica is passed over')),
  };
}

export const stateOf = ({ replicas }: Core): string => (replicas?.states ?? []).map(({ state }) => state).join();

/** Waits till the states of all replicas are these: `up`, or `up,away` for two. */
export async function until(core: Core, states: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (stateOf(core) !== states) {
    if (Date.now() > end) throw new Error(`The replicas are ${stateOf(core)}, not ${states}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export async function newCompany(core: Core) {
  return systemActor((await core.companies.create({ name: 'Bakery' })).id);
}

/** How many statements of lists and long readings were read where since `before`. */
export function readSince({ replicas }: Core, before = { primary: 0, replica: 0 }) {
  const { list, long } = replicas!.readings;
  return {
    primary: list.primary + long.primary - before.primary,
    replica: list.replica + long.replica - before.replica,
  };
}
