-- token: shn_py8KbWgyw71MgIQuOAmhyEoYtFGhTm85TIDxyIXMvUA1awabr
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "shaon_migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
INSERT INTO shaon_migrations VALUES(1,1765500000019,'ShaonCore1765500000019');
CREATE TABLE IF NOT EXISTS "shaon_company" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "zone" text NOT NULL,
    "locale" text NOT NULL,
    "phone_region" text NOT NULL,
    "open_shift_hours" integer NOT NULL,
    "break_hours" integer NOT NULL,
    "work_day_hours" integer NOT NULL,
    "correction_days" integer NOT NULL,
    "second_factor_since" integer,
    "sms_notices" boolean NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_company_locale_check" CHECK ("locale" IN ('he', 'en')));
INSERT INTO shaon_company VALUES(1,'Old','Asia/Jerusalem','he','IL',16,4,24,45,NULL,0,1795959610143,1795959610143);
CREATE TABLE IF NOT EXISTS "shaon_department" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_department_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_department_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_branch" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "address" text,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_branch_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_branch_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_shift" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "start_time" text,
    "end_time" text,
    "wage_percentage" integer NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_shift_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_shift_wage_percentage_check" CHECK ("wage_percentage" >= 0),
    CONSTRAINT "shaon_shift_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_absence_type" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "label" text NOT NULL,
    "is_retired" boolean NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_absence_type_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_absence_type_company_id_label_key" UNIQUE ("company_id", "label"),
    CONSTRAINT "shaon_absence_type_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_payroll_layout" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "columns" text NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_payroll_layout_company_id_key" UNIQUE ("company_id"),
    CONSTRAINT "shaon_payroll_layout_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_employee" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "email" text NOT NULL,
    "phone" text,
    "phone_e164" text,
    "role" text NOT NULL,
    "status" text NOT NULL,
    "department_id" integer,
    "branch_id" integer,
    "address" text,
    "id_number" text NOT NULL,
    "id_number_hash" text NOT NULL,
    "salary_type" text NOT NULL,
    "hourly_rate" text,
    "global_salary" text,
    "searched" text NOT NULL DEFAULT '',
    "frozen_at" integer,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_employee_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_employee_id_number_hash_key" UNIQUE ("id_number_hash"),
    CONSTRAINT "shaon_employee_status_check" CHECK ("status" IN ('active', 'frozen')),
    CONSTRAINT "shaon_employee_salary_check" CHECK (("salary_type" = 'hourly' AND "hourly_rate" IS NOT NULL AND "global_salary" IS NULL) OR ("salary_type" = 'global' AND "global_salary" IS NOT NULL AND "hourly_rate" IS NULL)),
    CONSTRAINT "shaon_employee_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_employee_department_id_fk" FOREIGN KEY ("company_id", "department_id") REFERENCES "shaon_department" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_employee_branch_id_fk" FOREIGN KEY ("company_id", "branch_id") REFERENCES "shaon_branch" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_employee VALUES(1,1,'נועה כהן 1','noa1@example.test','050-1234567','+972501234567','employee','active',NULL,NULL,NULL,'v1.release.Z10TdV7r8zzAZebp.jhJADReVVhU7uZX5aw3N7g.7qweyu0b6O0k','d1c5370b8b6fd79b97e53c222de4ce0588ff2f37749a956532e00b00e85dc19b','hourly','7391.2700',NULL,replace('נועה כהן 1\nnoa1@example.test\n050-1234567\n+972501234567\n0501234567','\n',char(10)),NULL,1795959610187,1795959610187);
INSERT INTO shaon_employee VALUES(2,1,'נועה כהן 2','noa2@example.test','050-1234567','+972501234567','employee','active',NULL,NULL,NULL,'v1.release.EvIxUFlHCMmPSj6q.TGsCWWRP1LMauMBQXNbq4w.dsKe6zndTMCl','cfccec52d5862c5e83471d7d34b9dfedfbdf23be8531ead16c96ba5f89114a6e','hourly','7391.2700',NULL,replace('נועה כהן 2\nnoa2@example.test\n050-1234567\n+972501234567\n0501234567','\n',char(10)),NULL,1795959610228,1795959610228);
CREATE TABLE IF NOT EXISTS "shaon_login" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "email_key" text NOT NULL,
    "email" text NOT NULL,
    "role" text NOT NULL,
    "employee_id" integer,
    "password_hash" text,
    "must_change_password" boolean NOT NULL,
    "failed_attempts" integer NOT NULL,
    "blocked_until" integer,
    "disabled_at" integer,
    "locale" text,
    "second_factor" text,
    "second_factor_at" integer,
    "second_factor_step" integer,
    "last_sign_in_at" integer,
    "told_by" text,
    "not_told" text,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_login_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_login_email_key_key" UNIQUE ("email_key"),
    CONSTRAINT "shaon_login_company_id_employee_id_key" UNIQUE ("company_id", "employee_id"),
    CONSTRAINT "shaon_login_role_check" CHECK ("role" IN ('admin', 'manager', 'employee')),
    CONSTRAINT "shaon_login_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_login_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_login VALUES(1,1,'נועה כהן 1','noa1@example.test','noa1@example.test','employee',1,'$argon2id$v=19$m=7168,t=8,p=1$ZsFKmvBOxLH3mWgZLnrmyg$rIMxGkMVZsa8jnn6vfmIQP7T6rA6lC4c2Viy219EUhw',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795959610187,1795959610187);
INSERT INTO shaon_login VALUES(2,1,'נועה כהן 2','noa2@example.test','noa2@example.test','employee',2,'$argon2id$v=19$m=7168,t=8,p=1$aJCfjABbv5Llwr6wjLR/bA$1IHEfWgOFnVWQUFV9xul0D94+D891ggc9/f5uWBsr8k',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795959610228,1795959610228);
CREATE TABLE IF NOT EXISTS "shaon_recovery_code" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "digest" text NOT NULL,
    "created_at" integer NOT NULL,
    "used_at" integer,
    CONSTRAINT "shaon_recovery_code_company_id_login_id_digest_key" UNIQUE ("company_id", "login_id", "digest"),
    CONSTRAINT "shaon_recovery_code_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_unknown_sign_in" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "digest" text NOT NULL,
    "failures" integer NOT NULL,
    "blocked_until" integer,
    "failed_at" integer NOT NULL,
    CONSTRAINT "shaon_unknown_sign_in_digest_key" UNIQUE ("digest")
  );
CREATE TABLE IF NOT EXISTS "shaon_session" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "digest" text NOT NULL,
    "created_at" integer NOT NULL,
    "last_seen_at" integer NOT NULL,
    "expires_at" integer NOT NULL,
    "ended_at" integer,
    "ip" text,
    "user_agent" text,
    "confirmed_at" integer,
    "second_factor_at" integer,
    CONSTRAINT "shaon_session_digest_key" UNIQUE ("digest"),
    CONSTRAINT "shaon_session_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_used_form" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "digest" text NOT NULL,
    "used_at" integer NOT NULL,
    CONSTRAINT "shaon_used_form_company_id_digest_key" UNIQUE ("company_id", "digest"),
    CONSTRAINT "shaon_used_form_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_access_link" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "digest" text NOT NULL,
    "created_at" integer NOT NULL,
    "expires_at" integer NOT NULL,
    "used_at" integer,
    CONSTRAINT "shaon_access_link_digest_key" UNIQUE ("digest"),
    CONSTRAINT "shaon_access_link_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_manager_limit" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "login_id" integer NOT NULL,
    "kind" text NOT NULL,
    "department_id" integer,
    "branch_id" integer,
    CONSTRAINT "shaon_manager_limit_company_id_login_id_department_id_key" UNIQUE ("company_id", "login_id", "department_id"),
    CONSTRAINT "shaon_manager_limit_company_id_login_id_branch_id_key" UNIQUE ("company_id", "login_id", "branch_id"),
    CONSTRAINT "shaon_manager_limit_kind_check" CHECK ("kind" IN ('department', 'branch')),
    CONSTRAINT "shaon_manager_limit_unit_check" CHECK (("kind" = 'department' OR "department_id" IS NULL) AND ("kind" = 'branch' OR "branch_id" IS NULL)),
    CONSTRAINT "shaon_manager_limit_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_manager_limit_department_id_fk" FOREIGN KEY ("company_id", "department_id") REFERENCES "shaon_department" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_manager_limit_branch_id_fk" FOREIGN KEY ("company_id", "branch_id") REFERENCES "shaon_branch" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_token" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "name" text NOT NULL,
    "prefix" text NOT NULL,
    "last_four" text NOT NULL,
    "digest" text NOT NULL,
    "abilities" text NOT NULL,
    "created_by" text NOT NULL,
    "created_at" integer NOT NULL,
    "expires_at" integer,
    "revoked_at" integer,
    "revoked_by" text,
    "last_used_at" integer,
    "last_used_ip" text,
    CONSTRAINT "shaon_token_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_token_digest_key" UNIQUE ("digest"),
    CONSTRAINT "shaon_token_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_token VALUES(1,1,'payroll','shn_py8K','wabr','2ad36cf51ab715ea96cf0618551750052b29569bf7e60220732dc51fcabe2d3f','employees:read attendance:read','system',1795959610305,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "shaon_token_use" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "token_id" integer NOT NULL,
    "date" text NOT NULL,
    "ability" text NOT NULL,
    "calls" integer NOT NULL,
    "accepted" integer NOT NULL,
    "refused" integer NOT NULL,
    "revoked" integer NOT NULL,
    "limited" integer NOT NULL,
    "failed" integer NOT NULL,
    "records" integer NOT NULL,
    "people_least" integer NOT NULL,
    "people_most" integer NOT NULL,
    "located" integer NOT NULL,
    "untold" integer NOT NULL,
    "date_from" text,
    "date_to" text,
    "last_accepted_at" integer,
    CONSTRAINT "shaon_token_use_company_id_token_id_date_ability_key" UNIQUE ("company_id", "token_id", "date", "ability"),
    CONSTRAINT "shaon_token_use_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_attendance" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "date" text NOT NULL,
    "department_id" integer,
    "branch_id" integer,
    "check_in" integer,
    "check_out" integer,
    "status" text NOT NULL,
    "absence_type" text,
    "is_approved" boolean NOT NULL,
    "check_in_lat" double precision,
    "check_in_lng" double precision,
    "check_in_accuracy_meters" integer,
    "check_out_lat" double precision,
    "check_out_lng" double precision,
    "check_out_accuracy_meters" integer,
    "decided_by" text,
    "decided_at" integer,
    "decision_note" text,
    "absence_by" text,
    "absence_at" integer,
    "absence_note" text,
    "voided_at" integer,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_attendance_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_attendance_approval_check" CHECK (("status" <> 'approved' OR "is_approved") AND ("status" NOT IN ('open', 'pending', 'rejected') OR NOT "is_approved")),
    CONSTRAINT "shaon_attendance_order_check" CHECK ("check_in" IS NULL OR "check_out" IS NULL OR "check_out" >= "check_in"),
    CONSTRAINT "shaon_attendance_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_attendance_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_attendance VALUES(1,1,1,'2026-01-31',NULL,NULL,1769846400000,NULL,'open',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795959610255,1795959610255);
INSERT INTO shaon_attendance VALUES(2,1,1,'2026-02-02',NULL,NULL,1770019200000,NULL,'open',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795959610299,1795959610299);
INSERT INTO shaon_attendance VALUES(3,1,2,'2026-02-02',NULL,NULL,1770019200000,NULL,'open',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795959610302,1795959610302);
CREATE TABLE IF NOT EXISTS "shaon_punch" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "attendance_id" integer NOT NULL,
    "kind" text NOT NULL,
    "at" integer NOT NULL,
    "lat" double precision,
    "lng" double precision,
    "accuracy_meters" integer,
    "rule" text NOT NULL,
    "recorded_by" text NOT NULL,
    "recorded_at" integer NOT NULL,
    "note" text,
    "voided_at" integer,
    "voided_by" text,
    "void_note" text,
    CONSTRAINT "shaon_punch_kind_check" CHECK ("kind" IN ('in', 'out', 'break_start', 'break_end')),
    CONSTRAINT "shaon_punch_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_punch_attendance_id_fk" FOREIGN KEY ("company_id", "attendance_id") REFERENCES "shaon_attendance" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_punch VALUES(1,1,1,1,'in',1769846400000,NULL,NULL,NULL,'ownDate','system',1795959610255,NULL,NULL,NULL,NULL);
INSERT INTO shaon_punch VALUES(2,1,1,2,'in',1770019200000,NULL,NULL,NULL,'forgottenOut','system',1795959610299,NULL,NULL,NULL,NULL);
INSERT INTO shaon_punch VALUES(3,1,2,3,'in',1770019200000,NULL,NULL,NULL,'ownDate','system',1795959610302,NULL,NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "shaon_clock_report" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "device" text NOT NULL,
    "number" integer NOT NULL,
    "employee_external_id" text,
    "employee_id" integer,
    "at" integer NOT NULL,
    "kind" text,
    "answer" text NOT NULL,
    "reason" text,
    "punch_id" integer,
    "received_at" integer NOT NULL,
    CONSTRAINT "shaon_clock_report_company_id_device_number_key" UNIQUE ("company_id", "device", "number"),
    CONSTRAINT "shaon_clock_report_answer_check" CHECK ("answer" IN ('recorded', 'known', 'refused')),
    CONSTRAINT "shaon_clock_report_reason_check" CHECK (("answer" = 'refused') = ("reason" IS NOT NULL)),
    CONSTRAINT "shaon_clock_report_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_month_closing" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "month" text NOT NULL,
    "department_id" integer,
    "reason" text,
    "closed_by" text NOT NULL,
    "closed_at" integer NOT NULL,
    "reopened_by" text,
    "reopened_at" integer,
    "reopen_reason" text,
    CONSTRAINT "shaon_month_closing_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_month_closing_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_closed_person" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "closing_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "hours" text,
    CONSTRAINT "shaon_closed_person_company_id_closing_id_employee_id_key" UNIQUE ("company_id", "closing_id", "employee_id"),
    CONSTRAINT "shaon_closed_person_closing_id_fk" FOREIGN KEY ("company_id", "closing_id") REFERENCES "shaon_month_closing" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_closed_person_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_leave_request" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "date" text NOT NULL,
    "type" text NOT NULL,
    "status" text NOT NULL,
    "manager_note" text,
    "document_key" text,
    "document_name" text,
    "document_type" text,
    "group_key" text,
    "decided_by" text,
    "decided_at" integer,
    "cancelled_at" integer,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_leave_request_status_check" CHECK ("status" IN ('pending', 'approved', 'rejected')),
    CONSTRAINT "shaon_leave_request_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_leave_request_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_leave_document" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "key" text NOT NULL,
    "content_key" text NOT NULL,
    "content" text NOT NULL,
    CONSTRAINT "shaon_leave_document_company_id_key_key" UNIQUE ("company_id", "key"),
    CONSTRAINT "shaon_leave_document_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_correction_request" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "date" text NOT NULL,
    "punches" text,
    "absence_type" text,
    "reason" text NOT NULL,
    "state" text NOT NULL,
    "recorded" text NOT NULL,
    "seen_at" integer NOT NULL,
    "asked_by" text NOT NULL,
    "asked_at" integer NOT NULL,
    "decided_by" text,
    "decided_at" integer,
    "note" text,
    CONSTRAINT "shaon_correction_request_state_check" CHECK ("state" IN ('pending', 'applied', 'changed', 'refused', 'withdrawn')),
    CONSTRAINT "shaon_correction_request_proposal_check" CHECK (("punches" IS NULL) <> ("absence_type" IS NULL)),
    CONSTRAINT "shaon_correction_request_decision_check" CHECK (("state" = 'pending') = ("decided_at" IS NULL)),
    CONSTRAINT "shaon_correction_request_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_message" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer,
    "login_id" integer,
    "kind" text NOT NULL,
    "phone" text,
    "phone_e164" text,
    "email" text,
    "text" text,
    "state" text NOT NULL,
    "due_at" integer,
    "lease" text,
    "tries" integer NOT NULL,
    "last_error" text,
    "created_at" integer NOT NULL,
    "finished_at" integer,
    CONSTRAINT "shaon_message_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed', 'undeliverable', 'cancelled')),
    CONSTRAINT "shaon_message_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_message_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_message VALUES(1,1,1,NULL,'welcome','050-1234567','+972501234567',NULL,'v1.release.LgX3GjIc7OagtcLD.nMSj6Ght58qurftttsFWzw.vehrTamcN0Qa4bNlLMG92eFEXXZhhPtbDBEglIkRd7EqeJQqoj6n7_S9cYZ26G2iW1aGsV716TRbjJ0vxpbISii3q4lkqNbxwMP5USkQj8N4krUJiCAlS9XHRYUCI5xBiOXJctJL95pXaTG31N1cHvWum1RmLO1tTYuPQKXVgXMtaUO9217q1uqAWtEUkt-SeuJl2l98POruzY3Pto8','waiting',1795959610187,NULL,0,NULL,1795959610187,NULL);
INSERT INTO shaon_message VALUES(2,1,2,NULL,'welcome','050-1234567','+972501234567',NULL,'v1.release.i8Z8xY6YRPjJdZf4.KVxZUYboGq-qjP1tOmLTDw.PIYFOx2csJRlbSyX-W7jwOyINu5QhTL5l7CvWDt0zTHTptw5hn9rXFdkJpz0jPO-TGkyYK4dGANsTX9pa4xw5LJFFhhaYCUWaICwn9qyApVZ182noXNZz0pOJu0A7yYpLRTPqQVhEDWkpTcCiRVTxjLDh5-sfn81dRIUtJNmcKNhDwuyBOeyKmZXn8VZXJW9QI0Ncrnz77KHJSwMCGo','waiting',1795959610228,NULL,0,NULL,1795959610228,NULL);
CREATE TABLE IF NOT EXISTS "shaon_notice_mark" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "mark" text NOT NULL,
    "created_at" integer NOT NULL,
    CONSTRAINT "shaon_notice_mark_company_id_mark_key" UNIQUE ("company_id", "mark"),
    CONSTRAINT "shaon_notice_mark_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_audit" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer,
    "at" integer NOT NULL,
    "kind" text NOT NULL,
    "action" text,
    "caller" text,
    "token_id" integer,
    "token_name" text,
    "token_prefix" text,
    "login_id" integer,
    "method" text,
    "route" text,
    "ability" text,
    "path" text,
    "query" text,
    "ignored" text,
    "ip" text,
    "status" integer,
    "duration_us" integer,
    "request_id" text,
    "detail" text
  );
INSERT INTO shaon_audit VALUES(1,1,1795959610145,'system','company.create','system',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO shaon_audit VALUES(2,1,1795959610192,'system','employee.create','system',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"employee_id":1}');
INSERT INTO shaon_audit VALUES(3,1,1795959610241,'system','employee.create','system',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"employee_id":2}');
INSERT INTO shaon_audit VALUES(4,1,1795959610305,'system','token.issue','system',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"token_id":1,"name":"payroll","abilities":"employees:read attendance:read"}');
CREATE TABLE IF NOT EXISTS "shaon_secret" (
    "name" text PRIMARY KEY NOT NULL,
    "ciphertext" text NOT NULL,
    "created_at" integer NOT NULL
  );
INSERT INTO shaon_secret VALUES('id_number_hash','v1.release.Kl04UwhMgtm_5GgC.My8IKyzrwuA_Wo1FALUJlw.H74epiN8lGO4yJ6lZTLarToBMI7K0So4jj1nWltWecQ',1795959610129);
INSERT INTO shaon_secret VALUES('id_number_scope:installation','v1.release.is7-c-fOqTQWUhfb.PiQWkhMTfnL-RaL9h_9IsQ.',1795959610132);
CREATE TABLE IF NOT EXISTS "shaon_external_id" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "kind" text NOT NULL,
    "external_id" text NOT NULL,
    "record_id" integer NOT NULL,
    "digest" text NOT NULL,
    CONSTRAINT "shaon_external_id_company_id_kind_external_id_key" UNIQUE ("company_id", "kind", "external_id"),
    CONSTRAINT "shaon_external_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_people_file" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "content_key" text NOT NULL,
    "content" text NOT NULL,
    "created_at" integer NOT NULL,
    CONSTRAINT "shaon_people_file_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_attendance_total" (
    "company_id" integer NOT NULL,
    "month" text NOT NULL,
    "department_id" integer NOT NULL,
    "branch_id" integer NOT NULL,
    "status" text NOT NULL,
    
    "days" integer NOT NULL,
    PRIMARY KEY (company_id, department_id, branch_id, status, month)
  ) WITHOUT ROWID;
INSERT INTO shaon_attendance_total VALUES(1,'2026-01-01',-2,-2,'',1);
INSERT INTO shaon_attendance_total VALUES(1,'2026-02-01',-2,-2,'',2);
INSERT INTO shaon_attendance_total VALUES(1,'2026-01-01',-1,-1,'open',1);
INSERT INTO shaon_attendance_total VALUES(1,'2026-02-01',-1,-1,'open',2);
CREATE TABLE IF NOT EXISTS "shaon_webhooks_migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
INSERT INTO shaon_webhooks_migrations VALUES(1,1765500000000,'ShaonWebhooks1765500000000');
CREATE TABLE IF NOT EXISTS "shaon_webhook_endpoint" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "url" text NOT NULL,
    "description" text NOT NULL,
    "enabled" boolean NOT NULL,
    "disabled_reason" text,
    "disabled_at" integer,
    "max_inflight" integer NOT NULL,
    "failure_streak" integer NOT NULL,
    "last_success_at" integer,
    "created_by" text NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer,
    "deleted_at" integer,
    CONSTRAINT "shaon_webhook_endpoint_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_webhook_endpoint_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_webhook_endpoint_event" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "endpoint_id" integer NOT NULL,
    "type" text NOT NULL,
    CONSTRAINT "shaon_webhook_endpoint_event_company_id_type_endpoint_id_key" UNIQUE ("company_id", "type", "endpoint_id"),
    CONSTRAINT "shaon_webhook_endpoint_event_endpoint_id_fk" FOREIGN KEY ("company_id", "endpoint_id") REFERENCES "shaon_webhook_endpoint" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_webhook_secret" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "endpoint_id" integer NOT NULL,
    "ciphertext" text NOT NULL,
    "state" text NOT NULL,
    "created_at" integer NOT NULL,
    "expires_at" integer,
    "overlap_hours" integer NOT NULL,
    CONSTRAINT "shaon_webhook_secret_state_check" CHECK ("state" IN ('pending', 'current', 'previous', 'revoked')),
    CONSTRAINT "shaon_webhook_secret_endpoint_id_fk" FOREIGN KEY ("company_id", "endpoint_id") REFERENCES "shaon_webhook_endpoint" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_webhook_event" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "type" text NOT NULL,
    "body" text NOT NULL,
    "queued_at" integer NOT NULL,
    CONSTRAINT "shaon_webhook_event_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_webhook_event_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_webhook_delivery" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "event_id" integer NOT NULL,
    "event_type" text NOT NULL,
    "endpoint_id" integer NOT NULL,
    "run" integer NOT NULL,
    "trigger" text NOT NULL,
    "state" text NOT NULL,
    "due_at" integer,
    "attempts" integer NOT NULL,
    "failures" integer NOT NULL,
    "interruptions" integer NOT NULL,
    "last_status" integer,
    "last_error" text,
    "created_at" integer NOT NULL,
    "finished_at" integer,
    CONSTRAINT "shaon_webhook_delivery_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_webhook_delivery_event_id_endpoint_id_run_key" UNIQUE ("event_id", "endpoint_id", "run"),
    CONSTRAINT "shaon_webhook_delivery_state_check" CHECK ("state" IN ('pending', 'in_flight', 'held', 'succeeded', 'failed', 'cancelled')),
    CONSTRAINT "shaon_webhook_delivery_trigger_check" CHECK ("trigger" IN ('auto', 'manual', 'replay', 'test')),
    CONSTRAINT "shaon_webhook_delivery_due_check" CHECK (("due_at" IS NOT NULL) = ("state" IN ('pending', 'in_flight'))),
    CONSTRAINT "shaon_webhook_delivery_finished_check" CHECK (("finished_at" IS NOT NULL) = ("state" IN ('succeeded', 'failed', 'cancelled'))),
    CONSTRAINT "shaon_webhook_delivery_event_id_fk" FOREIGN KEY ("company_id", "event_id") REFERENCES "shaon_webhook_event" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_webhook_delivery_endpoint_id_fk" FOREIGN KEY ("company_id", "endpoint_id") REFERENCES "shaon_webhook_endpoint" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
CREATE TABLE IF NOT EXISTS "shaon_webhook_attempt" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "delivery_id" integer NOT NULL,
    "number" integer NOT NULL,
    "started_at" integer NOT NULL,
    "finished_at" integer,
    "outcome" text,
    "status" integer,
    "duration_ms" integer,
    "remote_ip" text,
    "excerpt" text,
    "error_code" text,
    "next_due_at" integer,
    CONSTRAINT "shaon_webhook_attempt_delivery_id_number_key" UNIQUE ("delivery_id", "number"),
    CONSTRAINT "shaon_webhook_attempt_delivery_id_fk" FOREIGN KEY ("company_id", "delivery_id") REFERENCES "shaon_webhook_delivery" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('shaon_migrations',1);
INSERT INTO sqlite_sequence VALUES('shaon_company',1);
INSERT INTO sqlite_sequence VALUES('shaon_audit',4);
INSERT INTO sqlite_sequence VALUES('shaon_employee',2);
INSERT INTO sqlite_sequence VALUES('shaon_login',2);
INSERT INTO sqlite_sequence VALUES('shaon_message',2);
INSERT INTO sqlite_sequence VALUES('shaon_attendance',3);
INSERT INTO sqlite_sequence VALUES('shaon_punch',3);
INSERT INTO sqlite_sequence VALUES('shaon_token',1);
INSERT INTO sqlite_sequence VALUES('shaon_webhooks_migrations',1);
CREATE INDEX "shaon_employee_company_id_department_id_id_idx" ON "shaon_employee" ("company_id", "department_id", "id") WHERE "department_id" IS NOT NULL;
CREATE INDEX "shaon_employee_company_id_branch_id_id_idx" ON "shaon_employee" ("company_id", "branch_id", "id") WHERE "branch_id" IS NOT NULL;
CREATE INDEX "shaon_employee_list_idx" ON "shaon_employee" ("company_id", "id", "status", "department_id", "branch_id");
CREATE INDEX "shaon_employee_people_idx" ON "shaon_employee" ("company_id", "searched", "id", "status", "role", "department_id", "branch_id");
CREATE INDEX "shaon_login_company_id_employee_id_idx" ON "shaon_login" ("company_id", "employee_id") WHERE "last_sign_in_at" IS NULL AND "disabled_at" IS NULL AND "employee_id" IS NOT NULL;
CREATE INDEX "shaon_unknown_sign_in_failed_at_idx" ON "shaon_unknown_sign_in" ("failed_at");
CREATE INDEX "shaon_session_company_id_login_id_idx" ON "shaon_session" ("company_id", "login_id");
CREATE INDEX "shaon_used_form_used_at_idx" ON "shaon_used_form" ("used_at");
CREATE INDEX "shaon_token_use_company_id_date_idx" ON "shaon_token_use" ("company_id", "date");
CREATE INDEX "shaon_token_use_date_idx" ON "shaon_token_use" ("date");
CREATE INDEX "shaon_token_use_company_id_token_id_idx" ON "shaon_token_use" ("company_id", "token_id") WHERE "revoked" > 0;
CREATE UNIQUE INDEX "shaon_attendance_company_id_employee_id_date_key" ON "shaon_attendance" ("company_id", "employee_id", "date") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_company_id_date_id_idx" ON "shaon_attendance" ("company_id", "date", "id") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_department_idx" ON "shaon_attendance" ("company_id", "department_id", "date", "id", "branch_id", "status") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_branch_idx" ON "shaon_attendance" ("company_id", "branch_id", "date", "id", "department_id", "status") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_status_idx" ON "shaon_attendance" ("company_id", "status", "date", "id", "department_id", "branch_id") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_company_id_date_employee_id_idx" ON "shaon_attendance" ("company_id", "date", "employee_id") WHERE "absence_type" IS NOT NULL AND "voided_at" IS NULL;
CREATE INDEX "shaon_punch_company_id_attendance_id_at_id_idx" ON "shaon_punch" ("company_id", "attendance_id", "at", "id");
CREATE INDEX "shaon_punch_company_id_employee_id_at_idx" ON "shaon_punch" ("company_id", "employee_id", "at");
CREATE INDEX "shaon_clock_report_company_id_employee_id_at_idx" ON "shaon_clock_report" ("company_id", "employee_id", "at");
CREATE INDEX "shaon_clock_report_company_id_received_at_idx" ON "shaon_clock_report" ("company_id", "received_at");
CREATE INDEX "shaon_clock_report_refused_idx" ON "shaon_clock_report" ("company_id", "id") WHERE "answer" = 'refused';
CREATE INDEX "shaon_month_closing_company_id_month_idx" ON "shaon_month_closing" ("company_id", "month");
CREATE INDEX "shaon_leave_request_list_idx" ON "shaon_leave_request" ("company_id", "date", "id", "status", "type") WHERE "cancelled_at" IS NULL;
CREATE INDEX "shaon_leave_request_company_id_employee_id_date_idx" ON "shaon_leave_request" ("company_id", "employee_id", "date");
CREATE INDEX "shaon_leave_request_status_idx" ON "shaon_leave_request" ("company_id", "status", "date", "id", "type") WHERE "cancelled_at" IS NULL;
CREATE UNIQUE INDEX "shaon_correction_request_company_id_employee_id_date_key" ON "shaon_correction_request" ("company_id", "employee_id", "date") WHERE "state" = 'pending';
CREATE INDEX "shaon_correction_request_employee_idx" ON "shaon_correction_request" ("company_id", "employee_id", "date", "id");
CREATE INDEX "shaon_correction_request_list_idx" ON "shaon_correction_request" ("company_id", "date", "id", "state");
CREATE INDEX "shaon_message_due_at_id_idx" ON "shaon_message" ("due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "shaon_message_company_id_employee_id_id_idx" ON "shaon_message" ("company_id", "employee_id", "id");
CREATE INDEX "shaon_message_company_id_login_id_id_idx" ON "shaon_message" ("company_id", "login_id", "id") WHERE "login_id" IS NOT NULL;
CREATE INDEX "shaon_audit_company_id_at_id_idx" ON "shaon_audit" ("company_id", "at", "id");
CREATE INDEX "shaon_audit_company_id_token_id_at_id_idx" ON "shaon_audit" ("company_id", "token_id", "at", "id") WHERE "token_id" IS NOT NULL;
CREATE INDEX "shaon_audit_company_id_kind_at_id_idx" ON "shaon_audit" ("company_id", "kind", "at", "id") WHERE "kind" <> 'api';
CREATE INDEX "shaon_audit_company_id_login_id_at_id_idx" ON "shaon_audit" ("company_id", "login_id", "at", "id") WHERE "login_id" IS NOT NULL;
CREATE INDEX "shaon_audit_company_id_at_status_id_idx" ON "shaon_audit" ("company_id", "at", "status", "id") WHERE "status" >= 400;
CREATE INDEX "shaon_audit_at_idx" ON "shaon_audit" ("at");
CREATE INDEX "shaon_external_id_company_id_kind_record_id_idx" ON "shaon_external_id" ("company_id", "kind", "record_id");
CREATE INDEX "shaon_people_file_company_id_idx" ON "shaon_people_file" ("company_id");
CREATE TRIGGER "shaon_attendance_total_insert" AFTER INSERT ON shaon_attendance BEGIN INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT NEW.company_id, substr(NEW.date, 1, 8) || '01', COALESCE(NEW.department_id, -1), COALESCE(NEW.branch_id, -1), NEW.status, 1
      WHERE NEW.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + 1;INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT NEW.company_id, substr(NEW.date, 1, 8) || '01', -2, -2, '', 1
      WHERE NEW.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + 1; END;
CREATE TRIGGER "shaon_attendance_total_delete" AFTER DELETE ON shaon_attendance BEGIN INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT OLD.company_id, substr(OLD.date, 1, 8) || '01', COALESCE(OLD.department_id, -1), COALESCE(OLD.branch_id, -1), OLD.status, -1
      WHERE OLD.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + -1;INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT OLD.company_id, substr(OLD.date, 1, 8) || '01', -2, -2, '', -1
      WHERE OLD.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + -1; END;
CREATE TRIGGER "shaon_attendance_total_update" AFTER UPDATE OF date, department_id, branch_id, status, voided_at ON shaon_attendance WHEN OLD.date IS NOT NEW.date OR OLD.department_id IS NOT NEW.department_id OR OLD.branch_id IS NOT NEW.branch_id OR OLD.status IS NOT NEW.status OR OLD.voided_at IS NOT NEW.voided_at BEGIN INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT OLD.company_id, substr(OLD.date, 1, 8) || '01', COALESCE(OLD.department_id, -1), COALESCE(OLD.branch_id, -1), OLD.status, -1
      WHERE OLD.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + -1;INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT OLD.company_id, substr(OLD.date, 1, 8) || '01', -2, -2, '', -1
      WHERE OLD.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + -1;INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT NEW.company_id, substr(NEW.date, 1, 8) || '01', COALESCE(NEW.department_id, -1), COALESCE(NEW.branch_id, -1), NEW.status, 1
      WHERE NEW.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + 1;INSERT INTO shaon_attendance_total (company_id, month, department_id, branch_id, status, days) SELECT NEW.company_id, substr(NEW.date, 1, 8) || '01', -2, -2, '', 1
      WHERE NEW.voided_at IS NULL ON CONFLICT DO UPDATE SET days = days + 1; END;
CREATE INDEX "shaon_webhook_secret_company_id_endpoint_id_id_idx" ON "shaon_webhook_secret" ("company_id", "endpoint_id", "id");
CREATE INDEX "shaon_webhook_delivery_endpoint_id_due_at_id_idx" ON "shaon_webhook_delivery" ("endpoint_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "shaon_webhook_delivery_due_at_endpoint_id_idx" ON "shaon_webhook_delivery" ("due_at", "endpoint_id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "shaon_webhook_delivery_state_endpoint_id_idx" ON "shaon_webhook_delivery" ("state", "endpoint_id") WHERE "state" = 'in_flight' OR "state" = 'held';
CREATE INDEX "shaon_webhook_delivery_state_finished_at_id_idx" ON "shaon_webhook_delivery" ("state", "finished_at", "id") WHERE "finished_at" IS NOT NULL;
CREATE INDEX "shaon_webhook_delivery_list_idx" ON "shaon_webhook_delivery" ("company_id", "id", "endpoint_id", "event_type", "state", "trigger", "last_status", "attempts", "created_at");
CREATE INDEX "shaon_webhook_delivery_health_idx" ON "shaon_webhook_delivery" ("company_id", "endpoint_id", "state", "finished_at", "attempts");
COMMIT;
