import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { lockCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import { insertRows, reserveIds } from '../database/sql/bulk-rows.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { deleteOf } from '../database/sql/statement.ts';
import { notFound, orNotFound, type ShaonError, stateConflict } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { flag } from '../input/number-fields.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { assertPossibleId, MAX_BIG_ID } from '../possible-id.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { ImportAll } from './import-all.ts';
import type { SourceRow } from './import-source.ts';
import { openedPeople, PEOPLE_FILE_KEPT_MS, type PeopleFileRow, peopleFileTable, sealedPeople } from './people-file.ts';
import { isRolledBack, type JudgedPerson, PeopleJudgement } from './people-judgement.ts';

interface PeopleFileContent {
  readonly name: string;
  readonly people: readonly JudgedPerson[];
  /** Whether its rows were written. */
  readonly isDone: boolean;
}

/** A judged file of people. */
export interface PeopleFile extends PeopleFileContent {
  readonly id: number;
}

/** Rows of people, as a file has them. */
export interface PeopleRows {
  readonly name: string;
  /** At most 10,000, each with its line and its values by column. */
  readonly rows: readonly SourceRow[];
}

/** How a judged file is confirmed. */
export interface PeopleConfirmation {
  /** Leaves out the wrong rows; required if there are any. */
  readonly skip_wrong?: boolean | undefined;
}

/**
 * Bringing people in from a file: it is judged whole by the rules of the import (docs/import.md), shown, and then
 * confirmed (D:A128). For the product and admins. A file that is older than 30 minutes is `not_found`.
 */
export interface PeopleFileService {
  /** Judges rows and keeps them, without writing any. Throws `invalid_input` for more than 10,000, or none. */
  judge(actor: Actor, file: PeopleRows, options?: WriteOptions): Promise<PeopleFile>;
  /** A judged file that is kept, also a confirmed one. Throws `not_found` after 30 minutes. */
  get(actor: Actor, id: number): Promise<PeopleFile>;
  /**
   * Writes the rows of a judged file, and fires `employee.created` for the new people. If people have changed so that a
   * row would do something else than was judged, it writes nothing, judges again and throws `state_conflict` with
   * `details.changed`. Throws `invalid_input` while wrong rows are not skipped, `state_conflict` for a confirmed file.
   */
  confirm(actor: Actor, id: number, how: PeopleConfirmation, options?: WriteOptions): Promise<PeopleFile>;
}

const MOST_ROWS = 10_000;

export const peopleFileInput = defineInput(object({ name: text({ max: 255 }).required(issue('required')) }));
export const peopleConfirmationInput = defineInput(object({ skip_wrong: flag().nullable() }));

interface PeopleFileParts extends ServiceParts {
  readonly keys: KeyRing;
  readonly importAll: ImportAll;
}

const DELETE_OLD = deleteOf(peopleFileTable, { where: 'created_at < $2' });

/** The rows would not do what was judged of them. */
class JudgedAnew extends Error {
  readonly people: readonly JudgedPerson[];

  constructor(people: readonly JudgedPerson[]) {
    super('The rows were judged anew.');
    this.people = people;
  }
}

export function createPeopleFileService({ database, clock, keys, importAll }: PeopleFileParts): PeopleFileService {
  const contentOf = (row: PeopleFileRow) => openedPeople(keys, row) as PeopleFileContent;
  const oldest = (): Date => new Date(clock.now().getTime() - PEOPLE_FILE_KEPT_MS);

  /** Throws `not_found`. */
  async function read(company: CompanyTransaction, id: number) {
    assertPossibleId(id, 'people_file', MAX_BIG_ID);
    const row = orNotFound(await company.lockOne(peopleFileTable, id), 'people_file');
    if (row.createdAt < oldest()) throw notFound('people_file');
    return row;
  }

  async function judgeRows(company: CompanyTransaction, actor: Actor, rows: readonly SourceRow[]) {
    const judgement = new PeopleJudgement();
    const { manager } = company;
    try {
      await database.write(actor, 'peopleFiles.judge', { manager }, (own) =>
        judgement.import(importAll, { actor, rows, dryRun: true }, own.manager),
      );
    } catch (error) {
      if (!isRolledBack(error)) throw error;
    }
    return judgement
      .of(rows)
      .map((person): JudgedPerson => (person.outcome === 'new' ? { ...person, id: null } : person));
  }

  /** Writes the rows. Throws `JudgedAnew` if they would not do what was judged. */
  async function write(company: CompanyTransaction, actor: Actor, before: readonly JudgedPerson[]) {
    const judgement = new PeopleJudgement();
    const rows = before.map(({ line, values }): SourceRow => ({ line, values }));
    await judgement.import(importAll, { actor, rows, partial: true, events: true }, company.manager);
    const people = judgement.of(rows);
    const said = (person: JudgedPerson) => JSON.stringify([person.outcome, person.errors, person.changes]);
    if (people.some((person, index) => said(person) !== said(before[index] as JudgedPerson)))
      throw new JudgedAnew(people);
    return people;
  }

  return {
    async judge(actor, file, options = {}) {
      authorize(actor, 'people.import');
      const { name } = validate(peopleFileInput, file);
      const { rows } = file;
      if (!Array.isArray(rows)) throw invalidField('rows', issue('array'));
      if (rows.length === 0) throw invalidField('rows', issue('required'));
      if (rows.length > MOST_ROWS) throw invalidField('rows', issue('max', { max: MOST_ROWS }));
      return database.write(actor, 'peopleFiles.judge', options, async (company) => {
        await lockCompany(company);
        await company.change(DELETE_OLD, [oldest()]);
        const content = { name, people: await judgeRows(company, actor, rows), isDone: false };
        const [id = 0] = await reserveIds(database.withinAllCompanies(company.manager), peopleFileTable, 1);
        const sealed = sealedPeople(keys, company.companyId, id, content);
        await insertRows(company, peopleFileTable, [{ id, ...sealed, createdAt: clock.now() }]);
        return { id, ...content };
      });
    },

    async get(actor, id) {
      authorize(actor, 'people.import');
      assertPossibleId(id, 'people_file', MAX_BIG_ID);
      const row = orNotFound(await database.scope(actor).findOne(peopleFileTable, { id }), 'people_file');
      if (row.createdAt < oldest()) throw notFound('people_file');
      return { id, ...contentOf(row) };
    },

    async confirm(actor, id, how, options = {}) {
      authorize(actor, 'people.import');
      const { skip_wrong: skipsWrong } = validate(peopleConfirmationInput, how);
      const store = (company: CompanyTransaction, row: Locked<PeopleFileRow>, content: PeopleFileContent) =>
        company.update(peopleFileTable, row, sealedPeople(keys, company.companyId, id, content));
      try {
        return await database.write(actor, 'peopleFiles.confirm', options, async (company) => {
          // The company is locked before the file, and by the import before its people.
          await lockCompany(company);
          const row = await read(company, id);
          const content = contentOf(row);
          if (content.isDone) throw confirmedAlready();
          const wrong = content.people.some(({ outcome }) => outcome === 'wrong');
          if (wrong && skipsWrong !== true) throw invalidField('skip_wrong', issue('required'));
          const done = { ...content, people: await write(company, actor, content.people), isDone: true };
          await store(company, row, done);
          return { id, ...done };
        });
      } catch (error) {
        if (!(error instanceof JudgedAnew)) throw error;
        const people = error.people.map((one) => (one.outcome === 'new' ? { ...one, id: null } : one));
        await database.write(actor, 'peopleFiles.judge', { manager: options.manager }, async (company) => {
          await lockCompany(company);
          const row = await read(company, id);
          const content = contentOf(row);
          // Somebody else may have confirmed it since the rows were rolled back.
          if (content.isDone) throw confirmedAlready();
          await store(company, row, { ...content, people });
        });
        throw stateConflict('People have changed since the file was judged. It was judged again.', {
          changed: ['people'],
        });
      }
    },
  };
}

const confirmedAlready = (): ShaonError => stateConflict('The file was confirmed already.');
