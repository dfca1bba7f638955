import { createRequire } from 'node:module';

/*
 * Loaded before the service. Replaces the password hash by a constant, because a hash takes some 15 ms by design, a
 * hundred times the rest of W6. The floors insert the same constant. The module is changed in place, because Node's
 * module hooks would add a second thread, whose memory would count as the service's.
 */
const requireOfCore = createRequire(import.meta.resolve('@shaon/core'));
const argon2 = requireOfCore('@node-rs/argon2') as Record<'hash' | 'verify', () => Promise<unknown>>;
argon2.hash = async () => '$argon2id$constant';
argon2.verify = async () => false;
