import type { EntityManager } from 'typeorm';
import { type AbsenceDays, createAbsenceDays } from './absence-days/absence-days.ts';
import { type AbsenceTypeService, createAbsenceTypeService } from './absence-types/absence-type-service.ts';
import { assertStillActive } from './accounts/account-rules.ts';
import { type AccountService, createAccountService } from './accounts/account-service.ts';
import { WelcomePasswords } from './accounts/password.ts';
import { encryptedSecondFactors } from './accounts/second-factor-check.ts';
import { type AttendanceService, createAttendanceService } from './attendance/attendance-service.ts';
import { OWN_STATUSES } from './attendance/attendance-status.ts';
import { attendanceLabels, updateRecordUnits } from './attendance/attendance-store.ts';
import { AuditLog } from './audit/audit-log.ts';
import { type AuditReads, createAuditReads } from './audit/audit-reads.ts';
import { type ClockService, createClockService } from './clocks/clock-service.ts';
import { type CompanyService, createCompanyService } from './companies/company-service.ts';
import { markCoreServices } from './core-services.ts';
import { correctionRequestLabels } from './correction-requests/correction-request-queries.ts';
import {
  type CorrectionRequestService,
  createCorrectionRequestService,
} from './correction-requests/correction-request-service.ts';
import { type Connections, hostConnections, openConnections } from './database/connect/data-source.ts';
import { withReplica } from './database/connect/read-replica.ts';
import { Database } from './database/database.ts';
import { assertCoreSchema, CORE_LEDGER, CORE_MIGRATIONS } from './database/migrations/index.ts';
import { runMigrations } from './database/migrations/migrate.ts';
import type { DatabaseConnection } from './database/sql/dialect.ts';
import { everyCompanySql } from './database/sql/statement.ts';
import { createMorning, type Morning } from './digest/morning.ts';
import { createEmployeeService, type EmployeeService } from './employees/employee-service.ts';
import { createEmployeeStore } from './employees/employee-store.ts';
import { employeesOfRemovedUnit } from './employees/employees-of-removed-unit.ts';
import { encryptedIdNumbers } from './employees/id-number-encryption.ts';
import { assertIdNumberScope } from './employees/id-number-scope.ts';
import { createEditEmployee } from './employees/patch-or-amend-employee.ts';
import { createPersonnelService, type PersonnelService } from './employees/personnel-service.ts';
import { setEmployeeRole } from './employees/set-employee-role.ts';
import { createWelcomeResend } from './employees/welcome-resend.ts';
import { coreEntities, EXTERNAL_ID_RECORDS } from './entities.ts';
import { EventBus } from './events/event-bus.ts';
import { createExportService, type ExportService } from './export/export-service.ts';
import { createExternalIdService, type ExternalIdService } from './external-ids/external-id-service.ts';
import { createHoursService, type HoursService } from './hours/hours-service.ts';
import { createImportAll } from './import/import-all.ts';
import { createImportService, type ImportService } from './import/import-service.ts';
import { encryptedPeopleFiles } from './import/people-file.ts';
import { createPeopleFileService, type PeopleFileService } from './import/people-file-service.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { RotationStep } from './keys/key-rotation.ts';
import { documentsInDatabase, documentsInStore } from './leave/kept-documents.ts';
import { encryptedDocuments } from './leave/leave-document.ts';
import { createLeaveService, type LeaveService } from './leave/leave-service.ts';
import { leaveLabels } from './leave/leave-store.ts';
import type { CoreLog } from './log.ts';
import { standardErrorLog } from './logging/standard-error-log.ts';
import { createManagerService, type ManagerService } from './managers/manager-service.ts';
import { encryptedTexts } from './messages/message-outbox.ts';
import { isAnyDue } from './messages/message-queries.ts';
import { createMessageService, type MessageService } from './messages/message-service.ts';
import { MessageWorker } from './messages/message-worker.ts';
import { sendMail } from './messages/send-mail.ts';
import { createMonthService, type MonthService } from './months/month-service.ts';
import { createNoticeService, type NoticeService } from './notices/notice-service.ts';
import { createTell } from './notices/tell.ts';
import { createTellAdmins, type TellAdmins } from './notices/tell-admins.ts';
import { createOperator, type Operator } from './operator.ts';
import { assertConnection, type CoreOptions, type ResolvedCoreOptions, resolveCoreOptions } from './options.ts';
import { createOrganizationService, type OrganizationService } from './organization/organization-service.ts';
import { createPayrollService, type PayrollService } from './payroll/payroll-service.ts';
import { type PruneOptions, type PruneReport, prune } from './retention.ts';
import { KeyRotation, type RotateKeysOptions, type RotationProgress } from './rotation.ts';
import { columnRotation } from './secrets/column-rotation.ts';
import { idNumberHashBy, openIdNumberKey } from './secrets/id-number-hash.ts';
import { secretRotation } from './secrets/secret-rotation.ts';
import { createShiftService, type ShiftService } from './shifts/shift-service.ts';
import type { Clock } from './time/clock.ts';
import { createTokenUseService, type TokenUseService } from './token-use/use-service.ts';
import { createTokenService, type TokenService } from './tokens/token-service.ts';

/** The services of Shaon over one database. */
export interface Core {
  readonly accounts: AccountService;
  readonly managers: ManagerService;
  readonly companies: CompanyService;
  readonly organization: OrganizationService;
  readonly shifts: ShiftService;
  readonly attendance: AttendanceService & ClockService;
  readonly correctionRequests: CorrectionRequestService;
  readonly absenceDays: AbsenceDays;
  readonly hours: HoursService;
  readonly months: MonthService;
  readonly payroll: PayrollService;
  readonly absenceTypes: AbsenceTypeService;
  readonly employees: EmployeeService;
  readonly personnel: PersonnelService;
  readonly leave: LeaveService;
  readonly messages: MessageService;
  readonly notices: NoticeService & Morning;
  readonly tokens: TokenService;
  readonly tokenUse: TokenUseService;
  readonly audit: AuditLog;
  readonly auditReads: AuditReads;
  readonly externalIds: ExternalIdService;
  readonly imports: ImportService;
  readonly peopleFiles: PeopleFileService;
  readonly exports: ExportService;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Whether exports, searches of the audit and reports are read on a replica, so that they may be some seconds old. */
  readonly hasReplica: boolean;
  /**
   * One transaction over several services and, on PostgreSQL, a host's own tables: pass its manager as `{ manager }`.
   * Nothing slow may happen inside.
   */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Throws `database_unavailable` if the database does not answer. */
  ping(): Promise<void>;
  /** Closes what core opened; a host's own DataSource stays open. May be called several times. */
  close(): Promise<void>;
  /** Deletes data past its retention; an operator's act. */
  prune(options?: PruneOptions): Promise<PruneReport>;
  /**
   * Re-encrypts all encrypted values with the first key of the list; can be interrupted and started again. Throws
   * `keys_mismatch` if another rotation has used another key of the same id.
   */
  rotateKeys(options?: RotateKeysOptions): Promise<RotationProgress[]>;
  /** For whoever runs the installation. */
  readonly operator: Operator;
  /** For extension packages such as `@shaon/webhooks`. */
  readonly extension: {
    readonly database: Database;
    readonly keys: KeyRing;
    readonly log: CoreLog;
    /** Adds an extension's ciphertexts to `rotateKeys`. */
    addRotation(step: RotationStep): void;
    /** Tells a company's admins of trouble with an endpoint, in the transaction that notes it. */
    readonly tellAdmins: TellAdmins;
  };
}

/**
 * Opens Shaon's services over a migrated database. Throws `options_invalid`, `schema_missing`, `schema_outdated`,
 * `schema_newer`, `keys_mismatch` or `database_unavailable`, each with the remedy; never runs DDL.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  const resolved = resolveCoreOptions(options);
  const { readUrl, log } = resolved;
  const primary = await connect(resolved);
  const connections = readUrl === null ? primary : await withReplica(readUrl, primary, log);
  try {
    return await wire(resolved, connections);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/**
 * Brings core's tables in a database up to date, on PostgreSQL or SQLite; returns the names of the migrations it ran,
 * if any. Several processes may call it at once. Throws `options_invalid`, `database_unavailable`.
 */
export async function migrateCore(connection: DatabaseConnection, options: { log?: CoreLog } = {}): Promise<string[]> {
  assertConnection(connection);
  return runMigrations(connection, CORE_LEDGER, CORE_MIGRATIONS, options.log ?? standardErrorLog);
}

function connect(options: ResolvedCoreOptions): Promise<Connections> | Connections {
  if (options.dataSource !== null) return hostConnections(options.dataSource, options.readSeconds);
  const connection = options.database as DatabaseConnection;
  const entities = [...coreEntities(connection.type), ...options.entities];
  return openConnections(connection, entities, options.log, {
    readSeconds: options.readSeconds,
    isForManyCalls: true,
  });
}

/** Without a sender in any process a welcome message waits for a week, and its person never gets a password. */
async function warnOfUnsent(database: Database, options: ResolvedCoreOptions): Promise<void> {
  const { clock, log, smsSender, welcomeMessages } = options;
  if (!welcomeMessages || smsSender !== null || !(await isAnyDue(database.allCompanies(), 'sms', clock.now()))) return;
  const remedy = 'Unless another process sends them, give createCore a smsSender, or welcomeMessages: false.';
  log.warn({}, `Welcome messages wait, and this process has no sender. ${remedy}`);
}

const PING = everyCompanySql`SELECT 1 AS alive`;

/** Creates the services, each after those that it depends on. */
async function wire(options: ResolvedCoreOptions, connections: Connections): Promise<Core> {
  const { clock, keys, log, signInUrl } = options;
  const database = new Database(connections, log, assertStillActive);
  await assertCoreSchema(database);
  const idNumberHash = idNumberHashBy(await openIdNumberKey(database, keys, clock), options.idNumberScope);
  await assertIdNumberScope({ database, keys, clock }, options.idNumberScope);
  await warnOfUnsent(database, options);
  const audit = new AuditLog(database, clock, log);
  const events = new EventBus({ database, clock, withoutEvents: options.withoutEvents });
  const welcomePasswords = options.welcomeMessages ? new WelcomePasswords() : null;
  const store = createEmployeeStore(updateRecordUnits);
  const editEmployee = createEditEmployee({ database, audit, events, clock, store });
  const companies = createCompanyService({ database, audit, clock });
  const resendWelcome = createWelcomeResend({ database, audit, clock, keys, welcomePasswords, signInUrl });
  const { smsSender, mailSender, pagesUrl } = options;
  const outbox = { database, keys, clock, log };
  const messages = createMessageService({
    database,
    workers: [
      new MessageWorker({ ...outbox, channel: 'sms', send: smsSender && ((message) => smsSender.send(message)) }),
      new MessageWorker({ ...outbox, channel: 'mail', send: mailSender && sendMail(mailSender) }),
    ],
    resendWelcome,
    isWelcoming: options.welcomeMessages,
    isMailing: mailSender !== null,
  });
  const ways = { pagesUrl, hasMail: mailSender !== null, hasSms: smsSender !== null };
  const tell = createTell(ways, { database, keys, clock });
  const documents =
    options.documents === null ? documentsInDatabase(keys) : documentsInStore(options.documents, { database, log });
  const attendanceParts = { database, audit, events, clock, attendanceStatuses: options.attendanceStatuses };
  const attendance = { ...createAttendanceService(attendanceParts), ...createClockService(attendanceParts) };
  const rotation = new KeyRotation(audit, [
    secretRotation(database, keys),
    columnRotation({ database, keys, log }, encryptedIdNumbers),
    columnRotation({ database, keys, log }, encryptedTexts),
    columnRotation({ database, keys, log }, encryptedSecondFactors),
    columnRotation({ database, keys, log }, encryptedDocuments),
    columnRotation({ database, keys, log }, encryptedPeopleFiles),
  ]);

  const leave = createLeaveService({ database, audit, events, clock, documents, tell });
  const correctionRequests = createCorrectionRequestService({ database, audit, clock, attendance, tell });

  // Requests before days, because an absence day is made from a locked request.
  const histories = [leaveLabels, correctionRequestLabels, attendanceLabels];
  const absenceTypes = createAbsenceTypeService({ database, audit, clock, histories });
  const importAll = createImportAll({
    database,
    audit,
    events,
    clock,
    companies,
    absenceTypes,
    store,
    secrets: { keys, idNumberHash },
    statuses: new Set([...OWN_STATUSES, ...options.attendanceStatuses]),
    documents,
  });
  let closing: Promise<void> | undefined;
  return markCoreServices({
    accounts: createAccountService({
      database,
      audit,
      clock,
      keys,
      setEmployeeRole,
      mailLinksTo: mailSender && pagesUrl,
    }),
    managers: createManagerService({ database, audit, clock }),
    companies,
    organization: createOrganizationService({
      database,
      audit,
      clock,
      references: employeesOfRemovedUnit({ events, clock, store }),
    }),
    attendance,
    correctionRequests,
    absenceDays: createAbsenceDays({ database, audit, clock }),
    hours: createHoursService({ database, clock }),
    months: createMonthService({ database, audit, clock }),
    payroll: createPayrollService({ database, audit, clock }),
    shifts: createShiftService({ database, audit, clock }),
    absenceTypes,
    employees: createEmployeeService({
      database,
      audit,
      events,
      clock,
      keys,
      idNumberHash,
      welcomePasswords,
      editEmployee,
      store,
      signInUrl,
    }),
    personnel: createPersonnelService({ database, audit, keys, idNumberHash, editEmployee }),
    leave,
    messages,
    notices: {
      ...createNoticeService({ database, audit, clock, ways }),
      ...createMorning({ database, clock, log, ways, tell, attendance }),
    },
    tokens: createTokenService({ database, audit, clock, maxTokens: options.maxTokens }),
    tokenUse: createTokenUseService({ database, clock }),
    audit,
    auditReads: createAuditReads({ database, audit, clock }),
    externalIds: createExternalIdService({ database, audit, records: EXTERNAL_ID_RECORDS }),
    imports: createImportService({ database, resendWelcome }, importAll),
    peopleFiles: createPeopleFileService({ database, audit, clock, keys, importAll }),
    exports: createExportService({ database, audit, keys, documents }),
    events,
    clock,
    hasReplica: options.readUrl !== null,
    transaction: (work) =>
      database.unitOfWork.transaction({ name: 'core.transaction', isAlone: true }, (manager) =>
        database.unitOfWork.watch(manager, 'core.transaction', () => work(manager)),
      ),
    async ping() {
      await database.allCompanies().run(PING);
    },
    close() {
      closing ??= messages.stop().then(() => database.close());
      return closing;
    },
    prune: (pruneOptions = {}) => prune({ database, audit, clock, isWelcoming: options.welcomeMessages }, pruneOptions),
    rotateKeys: (rotateOptions) => rotation.run(rotateOptions),
    operator: createOperator(database, {
      missingKeys: () => rotation.missingKeys(),
    }),
    extension: {
      database,
      keys,
      log,
      addRotation: (step) => rotation.add(step),
      tellAdmins: createTellAdmins(ways, { database, clock, tell }),
    },
  });
}
