import type { Actor, Core, SystemActor, TokenActor } from '@shaon/core';
import { ABILITY_NAMES } from '@shaon/core';
import { expect } from 'chai';
import { personOf, refusal } from '../support.ts';

/** A token with every ability that there is. */
export async function mightiestToken(core: Core, company: SystemActor): Promise<TokenActor> {
  const { token } = await core.tokens.issue(company, { name: 'All', abilities: [...ABILITY_NAMES] });
  const authenticated = await core.tokens.authenticate(token);
  if (authenticated.outcome !== 'accepted') throw new Error('The token was refused.');
  return authenticated.actor;
}

/** What `call` says to each kind of actor: `allowed`, or the code of its refusal. */
export async function expectAnswers(
  core: Core,
  company: SystemActor,
  call: (actor: Actor) => Promise<unknown>,
  allowed: readonly string[],
): Promise<void> {
  const actors: Readonly<Record<string, Actor>> = {
    system: company,
    admin: personOf(company, 'admin'),
    manager: personOf(company, 'manager'),
    employee: personOf(company, 'employee'),
    token: await mightiestToken(core, company),
  };
  for (const [name, actor] of Object.entries(actors)) {
    if (allowed.includes(name)) await call(actor);
    else {
      const code = name === 'token' ? 'ability_missing' : 'not_permitted';
      expect(await refusal(call(actor)), name).to.have.property('code', code);
    }
  }
}
