import { register } from 'node:module';

/*
 * Loaded before the service: a password hash costs some 15 ms on purpose, a hundred times the rest of W6, and would
 * hide it. The floors insert the same constant.
 */
const constantHash =
  'data:text/javascript,export const hash = async () => "$argon2id$constant"; export const verify = async () => false;';

register(
  `data:text/javascript,${encodeURIComponent(`export function resolve(specifier, context, next) {
    return specifier === '@node-rs/argon2'
      ? { url: ${JSON.stringify(constantHash)}, shortCircuit: true }
      : next(specifier, context);
  }`)}`,
);
