-- token: shn_DNW4zadRy6iGqknHEUj_p3N7W5DHu2n8TenWOPG3ybg8dqa8b
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "shaon_migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
INSERT INTO shaon_migrations VALUES(1,1763600000000,'ShaonInitial1763600000000');
CREATE TABLE IF NOT EXISTS "shaon_company" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "name" text NOT NULL,
    "zone" text NOT NULL,
    "locale" text NOT NULL,
    "phone_region" text NOT NULL,
    "open_shift_hours" integer NOT NULL,
    "break_hours" integer NOT NULL,
    "work_day_hours" integer NOT NULL,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_company_locale_check" CHECK ("locale" IN ('he', 'en')));
INSERT INTO shaon_company VALUES(1,'Old','Asia/Jerusalem','he','IL',16,4,24,0,0);
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
INSERT INTO shaon_employee VALUES(1,1,'Person 1','p1@example.test','0501234567','+972501234567','employee','active',NULL,NULL,NULL,'x','x1','hourly','40',NULL,NULL,0,0);
INSERT INTO shaon_employee VALUES(2,1,'Person 2','p2@example.test','0501234567','+972501234567','employee','active',NULL,NULL,NULL,'x','x2','hourly','40',NULL,NULL,0,0);
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
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_login_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_login_email_key_key" UNIQUE ("email_key"),
    CONSTRAINT "shaon_login_company_id_employee_id_key" UNIQUE ("company_id", "employee_id"),
    CONSTRAINT "shaon_login_role_check" CHECK ("role" IN ('admin', 'manager', 'employee')),
    CONSTRAINT "shaon_login_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_login_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
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
    CONSTRAINT "shaon_session_digest_key" UNIQUE ("digest"),
    CONSTRAINT "shaon_session_login_id_fk" FOREIGN KEY ("company_id", "login_id") REFERENCES "shaon_login" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
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
INSERT INTO shaon_token VALUES(1,1,'payroll','shn_','a1a1','067b4e12c2455dd174070653f3c94d563874f03cf7d1ed8d82ecb6aa7f88d3b1','employees:read attendance:read','system',0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "shaon_attendance" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "date" text NOT NULL,
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
    "voided_at" integer,
    "created_at" integer NOT NULL,
    "updated_at" integer NOT NULL,
    CONSTRAINT "shaon_attendance_company_id_id_key" UNIQUE ("company_id", "id"),
    CONSTRAINT "shaon_attendance_approval_check" CHECK (("status" <> 'approved' OR "is_approved") AND ("status" NOT IN ('open', 'pending', 'rejected') OR NOT "is_approved")),
    CONSTRAINT "shaon_attendance_order_check" CHECK ("check_in" IS NULL OR "check_out" IS NULL OR "check_out" >= "check_in"),
    CONSTRAINT "shaon_attendance_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "shaon_company" ("id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_attendance_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
  );
INSERT INTO shaon_attendance VALUES(1,1,1,'2026-01-31',NULL,NULL,'pending',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO shaon_attendance VALUES(2,1,1,'2026-02-01',NULL,NULL,'pending',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO shaon_attendance VALUES(3,1,2,'2026-02-01',NULL,NULL,'pending',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
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
    CONSTRAINT "shaon_punch_kind_check" CHECK ("kind" IN ('in', 'out', 'break_start', 'break_end')),
    CONSTRAINT "shaon_punch_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "shaon_punch_attendance_id_fk" FOREIGN KEY ("company_id", "attendance_id") REFERENCES "shaon_attendance" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
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
CREATE TABLE IF NOT EXISTS "shaon_message" (
    "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "company_id" integer NOT NULL,
    "employee_id" integer NOT NULL,
    "kind" text NOT NULL,
    "phone" text NOT NULL,
    "phone_e164" text,
    "text" text,
    "state" text NOT NULL,
    "due_at" integer,
    "lease" text,
    "tries" integer NOT NULL,
    "last_error" text,
    "created_at" integer NOT NULL,
    "finished_at" integer,
    CONSTRAINT "shaon_message_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed', 'undeliverable', 'cancelled')),
    CONSTRAINT "shaon_message_employee_id_fk" FOREIGN KEY ("company_id", "employee_id") REFERENCES "shaon_employee" ("company_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
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
    "path" text,
    "query" text,
    "ignored" text,
    "ip" text,
    "status" integer,
    "duration_us" integer,
    "request_id" text,
    "detail" text
  );
CREATE TABLE IF NOT EXISTS "shaon_secret" (
    "name" text PRIMARY KEY NOT NULL,
    "ciphertext" text NOT NULL,
    "created_at" integer NOT NULL
  );
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
CREATE TABLE IF NOT EXISTS "shaon_webhooks_migrations" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "timestamp" bigint NOT NULL, "name" varchar NOT NULL);
INSERT INTO shaon_webhooks_migrations VALUES(1,1763600000000,'ShaonWebhooksInitial1763600000000');
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
    "endpoint_id" integer NOT NULL,
    "run" integer NOT NULL,
    "trigger" text NOT NULL,
    "state" text NOT NULL,
    "due_at" integer,
    "lease" integer NOT NULL,
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
INSERT INTO sqlite_sequence VALUES('shaon_webhooks_migrations',1);
INSERT INTO sqlite_sequence VALUES('shaon_company',1);
INSERT INTO sqlite_sequence VALUES('shaon_employee',2);
INSERT INTO sqlite_sequence VALUES('shaon_attendance',3);
INSERT INTO sqlite_sequence VALUES('shaon_token',1);
CREATE INDEX "shaon_employee_company_id_department_id_id_idx" ON "shaon_employee" ("company_id", "department_id", "id");
CREATE INDEX "shaon_employee_company_id_branch_id_id_idx" ON "shaon_employee" ("company_id", "branch_id", "id");
CREATE INDEX "shaon_employee_company_id_status_id_idx" ON "shaon_employee" ("company_id", "status", "id");
CREATE INDEX "shaon_session_company_id_login_id_idx" ON "shaon_session" ("company_id", "login_id");
CREATE UNIQUE INDEX "shaon_attendance_company_id_employee_id_date_key" ON "shaon_attendance" ("company_id", "employee_id", "date") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_attendance_company_id_date_id_idx" ON "shaon_attendance" ("company_id", "date", "id") WHERE "voided_at" IS NULL;
CREATE INDEX "shaon_punch_company_id_attendance_id_at_id_idx" ON "shaon_punch" ("company_id", "attendance_id", "at", "id");
CREATE INDEX "shaon_punch_company_id_employee_id_at_idx" ON "shaon_punch" ("company_id", "employee_id", "at");
CREATE INDEX "shaon_leave_request_company_id_date_id_idx" ON "shaon_leave_request" ("company_id", "date", "id") WHERE "cancelled_at" IS NULL;
CREATE INDEX "shaon_leave_request_company_id_employee_id_date_idx" ON "shaon_leave_request" ("company_id", "employee_id", "date");
CREATE INDEX "shaon_leave_request_company_id_status_date_id_idx" ON "shaon_leave_request" ("company_id", "status", "date", "id") WHERE "cancelled_at" IS NULL;
CREATE INDEX "shaon_message_due_at_id_idx" ON "shaon_message" ("due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "shaon_message_company_id_employee_id_id_idx" ON "shaon_message" ("company_id", "employee_id", "id");
CREATE INDEX "shaon_audit_company_id_id_idx" ON "shaon_audit" ("company_id", "id");
CREATE INDEX "shaon_audit_company_id_token_id_id_idx" ON "shaon_audit" ("company_id", "token_id", "id");
CREATE INDEX "shaon_audit_at_idx" ON "shaon_audit" ("at");
CREATE INDEX "shaon_external_id_company_id_kind_record_id_idx" ON "shaon_external_id" ("company_id", "kind", "record_id");
CREATE INDEX "shaon_webhook_secret_company_id_endpoint_id_id_idx" ON "shaon_webhook_secret" ("company_id", "endpoint_id", "id");
CREATE INDEX "shaon_webhook_delivery_endpoint_id_due_at_id_idx" ON "shaon_webhook_delivery" ("endpoint_id", "due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "shaon_webhook_delivery_state_endpoint_id_idx" ON "shaon_webhook_delivery" ("state", "endpoint_id") WHERE "state" = 'in_flight' OR "state" = 'held';
CREATE INDEX "shaon_webhook_delivery_state_finished_at_id_idx" ON "shaon_webhook_delivery" ("state", "finished_at", "id") WHERE "finished_at" IS NOT NULL;
CREATE INDEX "shaon_webhook_delivery_company_id_endpoint_id_id_idx" ON "shaon_webhook_delivery" ("company_id", "endpoint_id", "id");
COMMIT;
