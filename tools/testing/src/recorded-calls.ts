/** `service.method` of every method of every service, such as `employees.freeze`. */
export function serviceMethods(services: object): string[] {
  return Object.entries(services)
    .filter(([, service]) => typeof service === 'object' && service !== null)
    .flatMap(([name, service]: [string, object]) =>
      Object.entries(service)
        .filter(([, method]) => typeof method === 'function')
        .map(([method]) => `${name}.${method}`),
    );
}

/** Services that do nothing, and what was called on them. */
export interface RecordedServices {
  /** Each method answers with `anyValue`. */
  readonly services: never;
  /** As `serviceMethods` names them. */
  readonly calls: ReadonlySet<string>;
}

/** Lets a test find out which methods an action calls, without calling them. */
export function recordedServices(): RecordedServices {
  const calls = new Set<string>();
  const methodsOf = (service: string) =>
    new Proxy(
      // A method of core itself, such as `prune`, is called without a service, and is not recorded.
      async () => anyValue,
      {
        get: (_target, method) => async () => {
          calls.add(`${service}.${String(method)}`);
          return anyValue;
        },
      },
    );
  return { services: new Proxy({}, { get: (_target, service) => methodsOf(String(service)) }) as never, calls };
}

/** A value with every property, as a text `1`; it can be called, and is no promise. */
export const anyValue: never = new Proxy(() => anyValue, {
  get: (_target, property) => {
    if (property === 'then') return undefined;
    return property === Symbol.toPrimitive ? () => '1' : anyValue;
  },
}) as never;
