/** The services that core itself has created. */
const SERVICES = new WeakSet<object>();

/** Marks the services of `createCore` as core's own. */
export function markCoreServices<Services extends object>(services: Services): Services {
  for (const service of Object.values(services)) {
    if (typeof service === 'object' && service !== null) SERVICES.add(service);
  }
  return services;
}

/** Whether a service is core's own, not a product's replacement. */
export function isCoreService(service: object): boolean {
  return SERVICES.has(service);
}
