import { authorize } from '../abilities-and-roles.ts';
import { type LoginState, loginStates } from '../accounts/employee-login.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { longReading } from '../database/readings/reading.ts';
import type { Page, PageRequest } from '../database/sql/paging.ts';
import { searchWords } from '../database/sql/word-search.ts';
import { orNotFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Employee } from './employee-queries.ts';
import { searchInput } from './personnel-input.ts';
import {
  countPeople,
  findFile,
  type PersonnelCounts,
  type PersonnelFile,
  type PersonnelFilter,
  searchEmployees,
  storedIdNumber,
} from './personnel-queries.ts';

export interface PersonnelReads {
  /**
   * One page of the people whose name, e-mail address or phone contains every word of `text`, case-insensitive, whatever
   * hyphen or apostrophe stands between two words; also for managers. Sorted by name, case-insensitive by code point
   * but Hebrew first for a Hebrew reader (`locale`), then by address. Throws `invalid_input`.
   */
  search(actor: Actor, filter: PersonnelFilter, page: PageRequest): Promise<Page<Employee>>;
  /** How many people there are; also for managers. */
  counts(actor: Actor): Promise<PersonnelCounts>;
  /** Whether and how each of these employees can sign in, by employee id; also for managers. Omits unknown ids. */
  logins(actor: Actor, employeeIds: readonly number[]): Promise<Map<number, LoginState>>;
  /** Address, salary, end of the ID number, and their version, for admins. Throws `not_found`, `ciphertext_corrupt`. */
  file(actor: Actor, id: number): Promise<PersonnelFile>;
}

const SHOWN_DIGITS = 3;

export function createPersonnelReads(parts: {
  readonly database: CompanyReads;
  readonly keys: KeyRing;
}): PersonnelReads {
  const { database, keys } = parts;
  return {
    async search(actor, filter, page) {
      authorize(actor, 'personnel.search');
      const { text } = validate(searchInput, { text: filter?.text });
      const words = searchWords(text);
      return searchEmployees(database.scope(actor, longReading('personnel.search')), filter, words, page);
    },

    async counts(actor) {
      authorize(actor, 'personnel.search');
      return countPeople(database.scope(actor, longReading('personnel.counts')));
    },

    async logins(actor, employeeIds) {
      authorize(actor, 'personnel.search');
      const states = await loginStates(database.scope(actor), employeeIds);
      return new Map(states.map((state) => [state.employeeId, state]));
    },

    async file(actor, id) {
      authorize(actor, 'personnel.file');
      const found = orNotFound(await findFile(database.scope(actor), id), 'employee');
      const { employee, address, salary_type, hourly_rate, global_salary, version } = found;
      const id_number_end = storedIdNumber(keys, found).slice(-SHOWN_DIGITS);
      return { employee, address, id_number_end, salary_type, hourly_rate, global_salary, version };
    },
  };
}
