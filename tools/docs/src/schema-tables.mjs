/**
 * The texts of docs/schema.md about each table. `stable` columns keep their name, type and meaning within a major
 * version, so that products can read them by SQL; a table without stable columns is internal.
 *
 * @type {Readonly<Record<string, { readonly holds: string, readonly stable?: readonly string[] }>>}
 */
export const TABLES = {
  shaon_company: { holds: 'A company: its zone, language and limits.', stable: ['id', 'name', 'zone', 'locale'] },
  shaon_department: { holds: 'A department of a company.', stable: ['id', 'company_id', 'name'] },
  shaon_branch: { holds: 'A branch of a company.', stable: ['id', 'company_id', 'name', 'address'] },
  shaon_shift: {
    holds: 'A wage-rate preset.',
    stable: ['id', 'company_id', 'name', 'start_time', 'end_time', 'wage_percentage'],
  },
  shaon_absence_type: {
    holds: 'A type of leave, by its label of today.',
    stable: ['id', 'company_id', 'label', 'is_retired'],
  },
  shaon_payroll_layout: { holds: 'The columns of a company’s payroll file, as its admins have chosen them.' },
  shaon_employee: {
    holds: 'A person of the staff. Rows are never removed; `id_number` is encrypted.',
    stable: [
      'id',
      'company_id',
      'name',
      'email',
      'phone',
      'role',
      'status',
      'department_id',
      'branch_id',
      'frozen_at',
      'created_at',
      'updated_at',
    ],
  },
  shaon_login: { holds: 'A log-in: one of each employee, and those of admins without a staff row.' },
  shaon_session: { holds: 'A session of the web interface, by the digest of its secret.' },
  shaon_access_link: { holds: 'A link to set a password, by the digest of its secret.' },
  shaon_manager_limit: { holds: 'A department or branch to which a manager’s log-in is limited.' },
  shaon_recovery_code: { holds: 'A recovery code of a second factor, by its digest.' },
  shaon_unknown_sign_in: { holds: 'Failed sign-ins with an address that nobody has, by its digest.' },
  shaon_used_form: { holds: 'A form that was sent, so that it is not sent twice.' },
  shaon_token: { holds: 'A token of the API, by its digest.' },
  shaon_attendance: {
    holds: 'A working day of an employee, made from punches. `voided_at` is set for a day that no longer counts.',
    stable: [
      'id',
      'company_id',
      'employee_id',
      'date',
      'check_in',
      'check_out',
      'status',
      'absence_type',
      'is_approved',
      'voided_at',
      'created_at',
      'updated_at',
    ],
  },
  shaon_punch: {
    holds: 'A punch as evidence, voided ones too. Rows are never changed but to be voided.',
    stable: ['id', 'company_id', 'employee_id', 'attendance_id', 'kind', 'at', 'voided_at'],
  },
  shaon_leave_request: {
    holds: 'A request for leave on one date. `cancelled_at` is set for one that was taken back.',
    stable: [
      'id',
      'company_id',
      'employee_id',
      'date',
      'type',
      'status',
      'manager_note',
      'cancelled_at',
      'created_at',
      'updated_at',
    ],
  },
  shaon_month_closing: {
    holds:
      'The closings of months, also those that were reopened, with who, when and why. Write through `core.months`.',
    stable: ['id', 'company_id', 'month', 'department_id', 'closed_at', 'reopened_at'],
  },
  shaon_closed_person: {
    holds:
      'The people whose month a closing closed, with their hours as they were then, as JSON. Nothing changes them.',
  },
  shaon_leave_document: {
    holds:
      'The documents of leave requests, encrypted. Requests refer to them by `document_key`, unless a product keeps them.',
  },
  shaon_message: {
    holds: 'The outbox of text messages and e-mails; the text is encrypted, and wiped once it is sent or given up.',
  },
  shaon_notice_mark: { holds: 'What people were told already, so that they are told once.' },
  shaon_audit: {
    holds: 'Every call and every act, append-only.',
    stable: [
      'id',
      'company_id',
      'at',
      'kind',
      'action',
      'caller',
      'token_id',
      'method',
      'route',
      'ip',
      'status',
      'request_id',
    ],
  },
  shaon_token_use: { holds: 'What tokens did, by day and ability: sums of the audit.' },
  shaon_secret: { holds: 'Keys that Shaon itself has made, encrypted.' },
  shaon_correction_request: { holds: 'What people proposed for their days, and what managers decided.' },
  shaon_people_file: {
    holds: 'Files of people that were judged and wait half an hour for their confirmation, encrypted.',
  },
  shaon_clock_report: { holds: 'What clocks on the wall reported, and what became of it.' },
  shaon_external_id: {
    holds: 'The key that another system has of a record, from an import. `kind` says which table `record_id` is of.',
    stable: ['company_id', 'kind', 'external_id', 'record_id'],
  },
  shaon_webhook_endpoint: { holds: 'A receiver of events.' },
  shaon_webhook_endpoint_event: { holds: 'Which events a receiver gets.' },
  shaon_webhook_secret: { holds: 'A signing secret of a receiver, encrypted.' },
  shaon_webhook_event: { holds: 'The body of an event, as it is sent.' },
  shaon_webhook_delivery: { holds: 'An event on its way to a receiver.' },
  shaon_webhook_attempt: { holds: 'An attempt to deliver that has ended.' },
};
