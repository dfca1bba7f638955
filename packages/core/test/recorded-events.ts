import type { Core, DomainEvent } from '@shaon/core';

let serial = 0;

/** Hears every event of a core from now on; what was heard in a transaction that rolled back is in it too. */
export function recordEvents(core: Core): { readonly heard: DomainEvent[]; take(): DomainEvent[] } {
  const heard: DomainEvent[] = [];
  serial += 1;
  core.events.addSink({ name: `recorder ${serial}`, publish: async (event) => void heard.push(event) });
  return { heard, take: () => heard.splice(0) };
}
