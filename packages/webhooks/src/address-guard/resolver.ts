import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Finds the addresses of a host name, IPv4 first. Rejects with Node's DNS errors (`ENOTFOUND`, `ESERVFAIL`, …). */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Means "no such name" or "no such record": the name has no address of this family. */
export const NO_ADDRESS_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Queries the name servers directly. getaddrinfo would wait in Node's pool of four threads, where a few names with dead
 * servers would delay all other endpoints and password hashing. The name servers are read again after they have failed,
 * because a machine that moves to another network has others, and a resolver keeps those that it began with.
 *
 * @param servers name servers as `address` or `address:port`, instead of the system's
 */
export function nameServerResolver(servers?: readonly string[]): ResolveName {
  const open = () => {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    return resolver;
  };
  let current: Resolver | null = null;
  return async (name) => {
    current ??= open();
    const resolver = current;
    const [four, six] = [resolver.resolve4(name), resolver.resolve6(name)];
    const answers = await Promise.allSettled([unlessLate(four, six), unlessLate(six, four)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
    );
    const fault = errors.find((error) => !NO_ADDRESS_CODES.has(error.code ?? ''));
    if (fault !== undefined && current === resolver) current = null;
    throw fault ?? errors[0] ?? new Error('no answer');
  };
}

/** How long to wait for one family after the other has answered. */
const OTHER_FAMILY_MS = 1_000;

/**
 * The answer of a family; empty if it is late although the other family has addresses: some name servers never answer
 * for a family that a name lacks, and waiting would use up the time to connect. A later answer is not connected to, so
 * it need not be checked.
 */
function unlessLate(family: Promise<string[]>, other: Promise<string[]>): Promise<string[]> {
  const late = other.then(
    () => sleep(OTHER_FAMILY_MS, [], { ref: false }),
    () => family,
  );
  return Promise.race([family, late]);
}

/** Resolves by the operating system, including its hosts file; for names on the operator's allow-list. */
export const systemResolver: ResolveName = async (name) => {
  const answers = await lookup(name, { all: true, order: 'ipv4first' });
  return answers.map((answer) => answer.address);
};
