import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import type { Page, PageRequest } from '../database/paging.ts';
import { notFound } from '../errors.ts';
import { validate } from '../input/validate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { authorize } from '../permissions.ts';
import type { Employee } from './employee-queries.ts';
import { searchInput } from './personnel-input.ts';
import {
  findFile,
  type PersonnelFile,
  type PersonnelFilter,
  searchEmployees,
  storedIdNumber,
} from './personnel-queries.ts';

export interface PersonnelReads {
  /**
   * One page of the people whose name, e-mail address or phone contains every word of `text`, upper and lower case
   * alike, by id ascending; for managers too. Throws `invalid_input`.
   */
  search(actor: Actor, filter: PersonnelFilter, page: PageRequest): Promise<Page<Employee>>;
  /** Address, salary and the end of the ID number, for admins. Throws `not_found`, `ciphertext_corrupt`. */
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
      const { text } = validate(searchInput, { text: filter.text });
      const words = new Set(text == null ? [] : text.split(/\s+/));
      return searchEmployees(database.read(actor), filter, [...words], page);
    },

    async file(actor, id) {
      authorize(actor, 'personnel.file');
      const found = await findFile(database.read(actor), id);
      if (found === null) throw notFound('employee');
      const { employee, address, salary_type, hourly_rate, global_salary } = found;
      const id_number_end = storedIdNumber(keys, found).slice(-SHOWN_DIGITS);
      return { employee, address, id_number_end, salary_type, hourly_rate, global_salary };
    },
  };
}
