import { createCipheriv, createHmac, randomBytes } from 'node:crypto';

/* The writes of POST /employees, with the same encryption and hash as the service; the password hash is constant. */

const key = randomBytes(32);
const PASSWORD = '$argon2id$constant';

function encrypt(context: string, plaintext: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(plaintext, 'utf8')), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
  return ['v1', 'bench', ...parts].join('.');
}

export interface NewEmployee {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly salaryType: string;
  readonly rate: string;
  readonly idNumber: string;
  readonly idNumberHash: string;
}

export function newEmployee(body: Record<string, string>): NewEmployee {
  const number = (body.id_number ?? '').padStart(9, '0');
  const idNumberHash = createHmac('sha256', key).update(number, 'utf8').digest('hex');
  return {
    name: body.name ?? '',
    email: (body.email ?? '').normalize('NFC').toLowerCase(),
    phone: body.phone ?? '',
    salaryType: body.salary_type ?? '',
    rate: Number(body.hourly_rate).toFixed(4),
    idNumber: encrypt(idNumberHash, number),
    idNumberHash,
  };
}

export const employeeValues = (company: number, made: NewEmployee, now: unknown) => [
  company,
  made.name,
  made.email,
  made.phone,
  '+972501234567',
  made.idNumber,
  made.idNumberHash,
  made.salaryType,
  made.rate,
  now,
  `${made.name.toLowerCase()}\n${made.email}\n${made.phone}\n+972501234567`,
];
export const INSERT_EMPLOYEE = `INSERT INTO shaon_employee (company_id, name, email, phone, phone_e164, role, status,
  id_number, id_number_hash, salary_type, hourly_rate, created_at, updated_at, searched)
  VALUES ($1, $2, $3, $4, $5, 'employee', 'active', $6, $7, $8, $9, $10, $10, $11) RETURNING id`;

export const loginValues = (company: number, employeeId: number, made: NewEmployee, yes: unknown, now: unknown) => [
  company,
  employeeId,
  made.name,
  made.email,
  PASSWORD,
  yes,
  now,
];
export const INSERT_LOGIN = `INSERT INTO shaon_login (company_id, employee_id, name, email_key, email, role, password_hash,
  must_change_password, failed_attempts, created_at, updated_at) VALUES ($1, $2, $3, $4, $4, 'employee', $5, $6, 0, $7, $7)`;

export const messageValues = (company: number, employeeId: number, made: NewEmployee, now: unknown) => [
  company,
  employeeId,
  made.phone,
  '+972501234567',
  encrypt(`shaon_message:${company}:${employeeId}`, `ברוכים הבאים ${made.email}`),
  now,
];
export const INSERT_MESSAGE = `INSERT INTO shaon_message (company_id, employee_id, kind, phone, phone_e164, text, state, due_at, tries, created_at)
  VALUES ($1, $2, 'welcome', $3, $4, $5, 'waiting', $6, 0, $6)`;

export const CONFLICTS = `SELECT (SELECT COUNT(*) FROM shaon_login WHERE email_key = $1) AS email_taken,
  (SELECT COUNT(*) FROM shaon_employee WHERE id_number_hash = $2) AS id_number_taken`;
