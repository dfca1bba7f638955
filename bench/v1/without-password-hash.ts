import { createRequire } from 'node:module';

/*
 * Loaded before the service: a password hash costs some 15 ms on purpose, a hundred times the rest of W6, and would
 * hide it. The floors insert the same constant. The module is changed in place: Node's hooks for modules would give the
 * process a second thread, and its memory would be counted with the service's.
 */
const requireOfCore = createRequire(import.meta.resolve('@shaon/core'));
const argon2 = requireOfCore('@node-rs/argon2') as Record<'hash' | 'verify', () => Promise<unknown>>;
argon2.hash = async () => '$argon2id$constant';
argon2.verify = async () => false;
