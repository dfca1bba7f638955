/** The services that core itself has made. */
const SERVICES = new WeakSet<object>();

/** Marks what `createCore` gives as core's own. */
export function markCoreServices<Services extends object>(services: Services): Services {
  for (const service of Object.values(services)) {
    if (typeof service === 'object' && service !== null) SERVICES.add(service);
  }
  return services;
}

/** Whether a service is core's own, and not one that a product has put in its place. */
export function isCoreService(service: object): boolean {
  return SERVICES.has(service);
}
