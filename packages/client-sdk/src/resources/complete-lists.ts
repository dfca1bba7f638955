import type { CallOptions } from '../options.ts';
import { getList } from '../pages.ts';
import type { Send } from '../send-request.ts';
import type { ShaonCall } from '../shaon-call.ts';
import type { Branch, Department, Shift } from '../types.ts';

/** A list that is always complete, ordered by `id`. */
export interface CompleteList<Item> {
  /** @throws ShaonError as every call does. */
  list(options?: CallOptions): ShaonCall<Item[]>;
}

/** Ability `employees:read` (SPEC 4, GET /departments). */
export type DepartmentsResource = CompleteList<Department>;
/** Ability `employees:read` (SPEC 4, GET /branches). */
export type BranchesResource = CompleteList<Branch>;
/** Named wage-rate presets, not scheduled shifts. Ability `shifts:read` (SPEC 4, GET /shifts). */
export type ShiftsResource = CompleteList<Shift>;

export function completeList<Item>(send: Send, path: string): CompleteList<Item> {
  return { list: (options) => getList<Item>(send, path, options) };
}
