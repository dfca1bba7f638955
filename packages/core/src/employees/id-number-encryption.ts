import type { EncryptedColumn } from '../secrets/column-rotation.ts';
import { employeeTable } from './employee.ts';

/** The key ring's purpose for ID numbers; each is bound to its hash, so that it cannot be moved to another person. */
export const ID_NUMBER_PURPOSE = 'id_number';

export const encryptedIdNumbers: EncryptedColumn = {
  name: 'employees',
  table: employeeTable,
  column: 'id_number',
  contextColumns: ['id_number_hash'],
  purpose: ID_NUMBER_PURPOSE,
  context: (row) => String(row.id_number_hash),
};
