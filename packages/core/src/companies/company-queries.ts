import type { CompanyScope, CompanyTransaction } from '../database/sql/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/sql/dialect.ts';
import { type CompanySql, companySql, updateOf } from '../database/sql/statement.ts';
import { orNotFound } from '../errors.ts';
import { type CompanyRow, companyTable } from './company.ts';

const SELECT = eachDialect((dialect) => companySql`SELECT ${companyTable.selection(dialect)} FROM ${companyTable} c`);

/** The scope's own company. Throws `not_found` if it does not exist. */
export async function readCompany(scope: CompanyScope): Promise<CompanyRow> {
  return ownCompany(scope, SELECT[scope.dialect]);
}

const LOCK = eachDialect((dialect) => companySql`${SELECT[dialect]} ${DIFFERENCES[dialect].forNoKeyUpdate}`);

/**
 * Reads the company and locks it until the transaction ends, for rules over several of its rows, such as a number of
 * tokens. It must be locked before any other row. Inserts of rows that refer to the company need not wait, so a write
 * that has locked an employee and then inserts a row cannot deadlock with it.
 */
export async function lockCompany(company: CompanyTransaction): Promise<CompanyRow> {
  return ownCompany(company, LOCK[company.dialect]);
}

const STORE = updateOf(companyTable, {
  set: `name = $2, zone = $3, locale = $4, phone_region = $5, open_shift_hours = $6, break_hours = $7,
    work_day_hours = $8, correction_days = $9, second_factor_since = $10, sms_notices = $11,
    updated_at = $12`,
  where: 'id = $1',
});

/** Writes the settings of a company that was locked by `lockCompany`. */
export async function storeCompany(company: CompanyTransaction, row: CompanyRow): Promise<void> {
  await company.change(STORE, [
    row.name,
    row.zone,
    row.locale,
    row.phoneRegion,
    row.openShiftHours,
    row.breakHours,
    row.workDayHours,
    row.correctionDays,
    row.secondFactorSince,
    row.smsNotices,
    row.updatedAt,
  ]);
}

const LOCK_FOR_SHARE = eachDialect((dialect) => companySql`${SELECT[dialect]} ${DIFFERENCES[dialect].forShare}`);

/**
 * Waits for a transaction that has locked the company, such as an import, and keeps others from locking it until this
 * one ends; several may hold it this way. Like `lockCompany`, it must come before any other lock. Throws `not_found`.
 */
export async function lockCompanyForShare(company: CompanyTransaction): Promise<void> {
  await ownCompany(company, LOCK_FOR_SHARE[company.dialect]);
}

async function ownCompany(scope: CompanyScope, statement: CompanySql): Promise<CompanyRow> {
  const [raw] = await scope.rows(statement);
  return companyTable.fromDatabase(orNotFound(raw, 'company'));
}
