export type { Operation, TokenOperation } from './abilities-and-roles.ts';
export { abilityFor, authorize } from './abilities-and-roles.ts';
export type { Ability } from './ability-names.ts';
export { ABILITIES, ABILITY_NAMES } from './ability-names.ts';
export type { AbsenceCalendar, AbsentPerson, AwayDate, AwayPerson } from './absence-days/absence-calendar.ts';
export type { AbsenceDays } from './absence-days/absence-days.ts';
export type { RecordedLeave } from './absence-days/absence-queries.ts';
export type { AbsenceType } from './absence-types/absence-type-queries.ts';
export type { AbsenceTypeService } from './absence-types/absence-type-service.ts';
export type { NewAccessLink, OpenAccessLink } from './accounts/access-link-service.ts';
export type { Invitation } from './accounts/account-administration.ts';
export type { AccountChange, NewAccount, NewAdmin, StaffRole } from './accounts/account-input.ts';
export type { Account } from './accounts/account-queries.ts';
export type { AccountName, AccountState, ListedAccount, NamedAccounts } from './accounts/account-reads.ts';
export type { AccountService } from './accounts/account-service.ts';
export type { LoginState } from './accounts/employee-login.ts';
export type { Decider } from './accounts/own-records.ts';
export type { CodeContext } from './accounts/second-factor-check.ts';
export type { PendingSecondFactor, SecondFactorState } from './accounts/second-factor-enrolment.ts';
export { LONGEST_SESSION_MS } from './accounts/session.ts';
export type { AuthenticatedSession, SessionSummary } from './accounts/session-reads.ts';
export type { NewSession } from './accounts/session-service.ts';
export type { SignedIn } from './accounts/sign-in-writes.ts';
export type {
  AccountActor,
  Actor,
  LoginRole,
  Origin,
  PasswordChangeActor,
  SecondFactorActor,
  SessionActor,
  SignedInPerson,
  SystemActor,
  TokenActor,
} from './actor.ts';
export { actorName, systemActor } from './actor.ts';
export type { PunchKind } from './attendance/attendance.ts';
export type { Absence, Correction, PunchInput } from './attendance/attendance-input.ts';
export type { AttendanceFilter } from './attendance/attendance-list.ts';
export type { AttendanceReads } from './attendance/attendance-reads.ts';
export type {
  AbsenceChange,
  AttendanceDay,
  AttendanceRecord,
  DayDecision,
  GpsPoint,
  Punch,
} from './attendance/attendance-record.ts';
export type { AttendanceService } from './attendance/attendance-service.ts';
export type { DayDeciders } from './attendance/attendance-views.ts';
export type { DayState } from './attendance/day-state.ts';
export type {
  DayOfPerson,
  MonthApprovalReport,
  RefusedDay,
  WaitingDays,
} from './attendance/month-approval.ts';
export type { Presence } from './attendance/presence.ts';
export type { Segment } from './attendance/projection.ts';
export type { PersonDays, PersonMonth, Sheet, SheetCounts, SheetDay, SheetPerson } from './attendance/sheet.ts';
export type { SheetFilter } from './attendance/sheet-input.ts';
export type { PunchRule } from './attendance/working-day.ts';
export type { AuditFormat } from './audit/audit-export.ts';
export type { AuditFilter } from './audit/audit-filter.ts';
export type { AuditEntry, AuditLog, CallAudit } from './audit/audit-log.ts';
export type { ConflictBurst } from './audit/audit-read-queries.ts';
export type { AuditCursor, AuditPage, AuditReads, OperatorAuditFilter } from './audit/audit-reads.ts';
export type { AuditRow } from './audit/audit-row.ts';
export type { ClockRow } from './clocks/clock-input.ts';
export type { ClockReport, ClockReportFilter, WallClock } from './clocks/clock-reads.ts';
export type { ClockOutcome } from './clocks/clock-report.ts';
export type { ClockRefusal } from './clocks/clock-rules.ts';
export type { ClockService } from './clocks/clock-service.ts';
export type { ClockAnswer, ClockCounts, ClockWrites, RecordPunchesOptions } from './clocks/clock-writes.ts';
export type { CompanyRow } from './companies/company.ts';
export type { CompanySettings } from './companies/company-input.ts';
export { PHONE_REGIONS } from './companies/company-input.ts';
export type { CompanyService } from './companies/company-service.ts';
export type { PayrollColumn } from './companies/payroll-layout.ts';
export type { Core } from './core.ts';
export { createCore, migrateCore } from './core.ts';
export { isCoreService } from './core-services.ts';
export type { ProposedPunch } from './correction-requests/correction-request.ts';
export type { AppliedCorrection, NewCorrectionRequest } from './correction-requests/correction-request-input.ts';
export type { CorrectionRequestFilter } from './correction-requests/correction-request-queries.ts';
export type {
  CorrectionRequest,
  CorrectionRequestState,
  QueuedCorrection,
} from './correction-requests/correction-request-reads.ts';
export type { CorrectionRequestService } from './correction-requests/correction-request-service.ts';
export type {
  AppliedRequest,
  ApplyingOptions,
  AskingOptions,
} from './correction-requests/correction-request-writes.ts';
export type { CsvCell } from './csv-text.ts';
export { csvText } from './csv-text.ts';
export { guardedClient } from './database/connect/guarded-client.ts';
export { loadPackage } from './database/connect/optional-package.ts';
export type { WithinTransaction, WriteOptions } from './database/database.ts';
export { ConstraintError, classifyDatabaseError, StatementError } from './database/sql/constraint-errors.ts';
export type { DatabaseConnection, Dialect } from './database/sql/dialect.ts';
export type { ExpectedVersion } from './database/sql/expected-version.ts';
export { versionOf } from './database/sql/expected-version.ts';
export type { Page, PageRequest } from './database/sql/paging.ts';
export { unwatched } from './database/transactions/unwatched.ts';
export type { Morning } from './digest/morning.ts';
export type { EmployeeChange, NewEmployee, ValidatedEmployee } from './employees/employee-input.ts';
export { checkEmployeeChange, checkNewEmployee } from './employees/employee-input.ts';
export type { Employee, EmployeeFilter, EmployeeSummary, OrgRef } from './employees/employee-queries.ts';
export type { EmployeeExistence, EmployeeReads } from './employees/employee-reads.ts';
export type { EmployeeService, EmployeeWrites } from './employees/employee-service.ts';
export type { StatusChange } from './employees/freeze-or-reactivate.ts';
export type { Amendment } from './employees/personnel-input.ts';
export type { PersonnelCounts, PersonnelFile, PersonnelFilter } from './employees/personnel-queries.ts';
export type { PersonnelService } from './employees/personnel-service.ts';
export { coreEntities } from './entities.ts';
export type { ErrorCode } from './errors.ts';
export { invalidOption, isShaonError, ShaonError } from './errors.ts';
export type { DomainEvent, EventSink } from './events/event-bus.ts';
export type { EventData, EventType } from './events/event-types.ts';
export { EVENT_TYPES } from './events/event-types.ts';
export type { ExportedFile } from './export/company-files.ts';
export type {
  CompanyExport,
  ExportedCompany,
  ExportRequest,
  ExportService,
} from './export/export-service.ts';
export type { ExportedRow, ExportedValue } from './export/exported-rows.ts';
export type { ExternalIdKind } from './external-ids/external-id.ts';
export type { CreateOptions, ExternalId } from './external-ids/external-id-queries.ts';
export type { ExternalIdCursor, ExternalIdPage, ExternalIdService } from './external-ids/external-id-service.ts';
export { guardedHandler } from './guarded-handler.ts';
export type { DividedTime, WorkInterval } from './hours/divide-day.ts';
export { divideDay } from './hours/divide-day.ts';
export type { HoursSum, PersonHours } from './hours/hours.ts';
export type { HoursService } from './hours/hours-service.ts';
export type { ImportProgress, ImportRequest } from './import/import-all.ts';
export type { ImportCounts, ImportedRow, ImportRefusal, ImportReport } from './import/import-report.ts';
export { ImportRefusedError } from './import/import-report.ts';
export type { ImportService } from './import/import-service.ts';
export type { ImportFile, ImportKind, SourceRow } from './import/import-source.ts';
export { EXPORT_FIELDS, EXPORT_FORMAT, IMPORT_FIELDS, IMPORT_KINDS } from './import/import-source.ts';
export type { ImportTarget } from './import/import-target.ts';
export type { PeopleConfirmation, PeopleFile, PeopleFileService, PeopleRows } from './import/people-file-service.ts';
export type { JudgedPerson, PersonChange } from './import/people-judgement.ts';
export { describeErrors, InvalidInputError } from './input/invalid-input-error.ts';
export type { InputErrors, Issue } from './input/issue.ts';
export { withoutDirectionMarks } from './input/text-fields.ts';
export type { ValidationResult } from './input/validate.ts';
export type { KeyRing } from './keys/key-ring.ts';
export { generateKey, parseKeyRing } from './keys/key-ring.ts';
export type { RotatedBatch, RotationStep } from './keys/key-rotation.ts';
export type { DocumentStore } from './leave/kept-documents.ts';
export type { LeaveDocument } from './leave/leave-documents.ts';
export type { DecidedRequest, LeaveGroup, LeaveGroupDetail, QueuedGroup } from './leave/leave-group.ts';
export type { LeaveGroupFilter } from './leave/leave-group-queries.ts';
export type { LeaveGroupDecision } from './leave/leave-group-writes.ts';
export type { LeaveDecision, NewLeave } from './leave/leave-input.ts';
export type { LeaveFilter, LeaveRequest } from './leave/leave-queries.ts';
export type { LeaveReads, QueuedLeave } from './leave/leave-reads.ts';
export type { LeaveStatus } from './leave/leave-request.ts';
export type { LeaveService } from './leave/leave-service.ts';
export type { LeaveChange, LeaveDecisionOptions, SubmitOptions } from './leave/leave-writes.ts';
export type { Locale } from './locale.ts';
export type { CoreLog } from './log.ts';
export { silentLog } from './log.ts';
export { guardedLog } from './logging/guarded-log.ts';
export { standardErrorLog, withoutSecrets } from './logging/standard-error-log.ts';
export type { NewManagerLimit } from './managers/manager-input.ts';
export type { LimitPreview, ManagerLimit, ManagerService, UnitPeople } from './managers/manager-service.ts';
export type { Mail, MailMessage, MailSender } from './messages/mail.ts';
export type { MessageChannel, MessageSummary, WaitingMessages } from './messages/message-queries.ts';
export type { MessageService } from './messages/message-service.ts';
export type { SendReport } from './messages/message-worker.ts';
export { SendFailure } from './messages/send-failure.ts';
export type { HttpsGatewayOptions } from './messages/senders/https-gateway.ts';
export { httpsGatewaySender } from './messages/senders/https-gateway.ts';
export type { SmtpOptions, SmtpSender } from './messages/senders/smtp.ts';
export { smtpSender } from './messages/senders/smtp.ts';
export { spoolFileSender } from './messages/senders/spool-file.ts';
export type { TwilioOptions } from './messages/senders/twilio.ts';
export { twilioSender } from './messages/senders/twilio.ts';
export type { SmsMessage, SmsSender } from './messages/sms-sender.ts';
export type { KeptHours, MonthAdjustment } from './months/kept-hours.ts';
export type { DepartmentMonth, MonthFigures, MonthWork, MonthWorkKind } from './months/month-figures.ts';
export type { ClosedMonth, MonthOf, ReopenedMonth } from './months/month-input.ts';
export type { CompanyMonth, MonthClosing, MonthService } from './months/month-service.ts';
export type { TableComparison, TableProgress, Tally } from './move/move-tables.ts';
export { moveTables } from './move/move-tables.ts';
export type { NoticeChoice } from './notices/notice-input.ts';
export type { NoticeKind } from './notices/notice-kinds.ts';
export type { NoticeService, OwnNotices } from './notices/notice-service.ts';
export type { EndpointTrouble, TellAdmins } from './notices/tell-admins.ts';
export type { CompanyOverview, Operator } from './operator.ts';
export { refuseUnknownOptions, wholeNumber } from './option-rules.ts';
export type { CoreOptions } from './options.ts';
export type { BranchChange, DepartmentChange, NewBranch, NewDepartment } from './organization/organization-input.ts';
export type { Branch, Department } from './organization/organization-queries.ts';
export type { OrganizationReads, OrganizationService } from './organization/organization-service.ts';
export type { CreateUnitOptions, RemoveOptions } from './organization/organization-writes.ts';
export type { UniqueUnitName } from './organization/unique-unit-name.ts';
export type { KnownPayrollColumn, PayrollKind, SalaryColumn, SheetColumn } from './payroll/payroll-columns.ts';
export { payrollColumnsVersion, SALARY_COLUMNS } from './payroll/payroll-columns.ts';
export type { PayrollContent, PayrollFormat } from './payroll/payroll-files.ts';
export { payrollText } from './payroll/payroll-files.ts';
export type { PayrollLayout, PayrollRequest } from './payroll/payroll-input.ts';
export type { PayrollService, PayrollSheet } from './payroll/payroll-service.ts';
export { callPort, inPort, portFaultOf } from './port-fault.ts';
export type { PruneOptions, PruneReport } from './retention.ts';
export type { RotateKeysOptions, RotationProgress } from './rotation.ts';
export type { IdNumberScope } from './secrets/id-number-hash.ts';
export type { NewShift, ShiftChange } from './shifts/shift-input.ts';
export type { Shift } from './shifts/shift-queries.ts';
export type { ShiftReads, ShiftService } from './shifts/shift-service.ts';
export type { Clock } from './time/clock.ts';
export type { UseSums } from './token-use/token-use.ts';
export type { AbilityUse, TokenDay, TokenReport, TokenUseService, UnusedAbilities } from './token-use/use-service.ts';
export type { Authentication, TokenChecks, TokenService, TokenSummary } from './tokens/token-service.ts';
