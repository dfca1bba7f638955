import { callPort, isCoreService } from '@shaon/core';
import type { V1 } from './v1-parts.ts';

type Services = V1['services'];

type Port = Exclude<keyof Services, 'employeeWrites'>;
/** A service and its method: `employees.read`. */
type ServiceMethod = `${Port}.${string}`;

/** Runs a call of a service, and returns its result or throws its error. */
type CallThrough = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Returns the function that runs a service's calls. For a host's own service, the log may have the message of an error
 * in it or in its results; core's own messages may contain data.
 */
export function throughPort(services: Services, method: ServiceMethod): CallThrough {
  const [name] = method.split('.', 1) as [Port];
  return isCoreService(services[name]) ? (call) => call() : (call) => callPort(method, call);
}
