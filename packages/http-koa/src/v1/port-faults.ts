import { callPort, isCoreService } from '@shaon/core/extension';
import type { V1 } from './v1-parts.ts';

type Services = V1['services'];

type Port = Exclude<keyof Services, 'employeeWrites'>;
/** A service and what is done with it: `employees.read`. */
type Place = `${Port}.${string}`;

/** Runs what calls a service, and passes on what it gives or throws. */
type CallThrough = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * What runs the calls of a service. Of a fault in one that is the host's own, in it or in what it gave, the log may have
 * the message; core's own messages may quote data.
 */
export function throughPort(services: Services, place: Place): CallThrough {
  const [name] = place.split('.', 1) as [Port];
  return isCoreService(services[name]) ? (call) => call() : (call) => callPort(place, call);
}
