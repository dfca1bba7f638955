import { EntitySchema } from 'typeorm';

/** The people who may sign in to the product, with the product's own passwords. */
export interface Account {
  id: number;
  name: string;
  email: string;
  passwordHash: string;
  /** Shaon's id of the company, which the product stores with its own data. */
  companyId: number;
  /** The person's role on Shaon's pages. */
  role: 'admin' | 'manager';
}

/** The product's data about a hire; the person is an employee in Shaon. */
export interface Hire {
  id: number;
  companyId: number;
  /** The employee in Shaon. */
  employeeId: number;
  jobTitle: string;
  /** The contract's number in the product's archive, unique in the company. */
  contractNumber: string;
}

export const accountTable = new EntitySchema<Account>({
  name: 'account',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    name: { type: 'text' },
    email: { type: 'text', unique: true },
    passwordHash: { type: 'text', name: 'password_hash' },
    companyId: { type: 'integer', name: 'company_id' },
    role: { type: 'text' },
  },
});

export const hireTable = new EntitySchema<Hire>({
  name: 'hire',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    companyId: { type: 'integer', name: 'company_id' },
    employeeId: { type: 'integer', name: 'employee_id', unique: true },
    jobTitle: { type: 'text', name: 'job_title' },
    contractNumber: { type: 'text', name: 'contract_number' },
  },
  uniques: [{ columns: ['companyId', 'contractNumber'] }],
});
