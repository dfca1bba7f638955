import type { Ability } from '@shaon/core';
import { expect } from 'chai';
import type { PagesTest } from '../support.ts';
import type { Visitor } from './visitor.ts';

/** Fills in the form of a new token and gives the token as the page shows it, this once. */
export async function createToken(
  admin: Visitor,
  { name, abilities }: { readonly name: string; readonly abilities: readonly Ability[] },
): Promise<string> {
  expect(admin.path).to.equal('/tokens/new');
  await admin.fill({ name });
  await admin.tick('abilities', ...abilities);
  await admin.press('/tokens/new');
  return admin.textOf('#secret');
}

export async function revokeToken(admin: Visitor, id: number): Promise<void> {
  await admin.open(`/tokens/${id}`);
  await admin.follow(`/tokens/${id}/revoke`);
  await admin.press(`/tokens/${id}/revoke`);
  expect(admin.path).to.equal(`/tokens/${id}`);
}

export function callApi({ origin }: PagesTest, path: string, token: string): Promise<Response> {
  return fetch(`${origin}/api/v1${path}`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
}
