import { inPort } from '@shaon/core';

/**
 * A host's function that answers yes or no; nothing is no. It throws for any other answer, because the promise of an
 * async function would always be a yes.
 */
export function yesOrNo<Values extends unknown[]>(
  name: string,
  ask: (...values: Values) => boolean,
): (...values: Values) => boolean {
  return inPort(name, (...values: Values) => {
    const answer: unknown = ask(...values);
    if (answer === undefined || typeof answer === 'boolean') return answer === true;
    ignoreRejection(answer);
    throw new TypeError(`${name} must return true or false, and no promise.`);
  });
}

/** A host's function that answers with a text; nothing is the empty text. It throws for any other answer. */
export function textOf<Values extends unknown[]>(
  name: string,
  ask: (...values: Values) => string,
): (...values: Values) => string {
  return inPort(name, (...values: Values) => {
    const answer: unknown = ask(...values) ?? '';
    if (typeof answer === 'string') return answer;
    ignoreRejection(answer);
    throw new TypeError(`${name} must return a text, and no promise.`);
  });
}

/**
 * A promise that is refused may reject later, and a rejection that nobody handles ends the process. `Promise.resolve`
 * takes those of any library; for an answer that is none it does nothing.
 */
export function ignoreRejection(answer: unknown): void {
  Promise.resolve(answer).catch(() => undefined);
}
