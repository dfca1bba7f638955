-- token: shn_ZQhF1e0tp5pJGZuF92sfCQMIZ190NANgVBI-Qwm0wxArzfy2i
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.shaon_absence_type (
    id integer NOT NULL,
    company_id integer NOT NULL,
    label text NOT NULL,
    is_retired boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE SEQUENCE public.shaon_absence_type_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_absence_type_id_seq OWNED BY public.shaon_absence_type.id;
CREATE TABLE public.shaon_access_link (
    id integer NOT NULL,
    company_id integer NOT NULL,
    login_id integer NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE SEQUENCE public.shaon_access_link_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_access_link_id_seq OWNED BY public.shaon_access_link.id;
CREATE TABLE public.shaon_attendance (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    date date NOT NULL,
    check_in timestamp(3) with time zone,
    check_out timestamp(3) with time zone,
    status text NOT NULL,
    absence_type text,
    is_approved boolean NOT NULL,
    check_in_lat double precision,
    check_in_lng double precision,
    check_in_accuracy_meters integer,
    check_out_lat double precision,
    check_out_lng double precision,
    check_out_accuracy_meters integer,
    decided_by text,
    decided_at timestamp(3) with time zone,
    voided_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_attendance_approval_check CHECK ((((status <> 'approved'::text) OR is_approved) AND ((status <> ALL (ARRAY['open'::text, 'pending'::text, 'rejected'::text])) OR (NOT is_approved)))),
    CONSTRAINT shaon_attendance_order_check CHECK (((check_in IS NULL) OR (check_out IS NULL) OR (check_out >= check_in)))
);
CREATE SEQUENCE public.shaon_attendance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_attendance_id_seq OWNED BY public.shaon_attendance.id;
CREATE TABLE public.shaon_audit (
    id bigint NOT NULL,
    company_id integer,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    action text,
    caller text,
    token_id integer,
    token_name text,
    token_prefix text,
    login_id integer,
    method text,
    route text,
    path text,
    query text,
    ignored text,
    ip text,
    status integer,
    duration_us integer,
    request_id text,
    detail text
);
CREATE SEQUENCE public.shaon_audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_audit_id_seq OWNED BY public.shaon_audit.id;
CREATE TABLE public.shaon_branch (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE SEQUENCE public.shaon_branch_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_branch_id_seq OWNED BY public.shaon_branch.id;
CREATE TABLE public.shaon_company (
    id integer NOT NULL,
    name text NOT NULL,
    zone text NOT NULL,
    locale text NOT NULL,
    phone_region text NOT NULL,
    open_shift_hours integer NOT NULL,
    break_hours integer NOT NULL,
    work_day_hours integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_company_locale_check CHECK ((locale = ANY (ARRAY['he'::text, 'en'::text])))
);
CREATE SEQUENCE public.shaon_company_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_company_id_seq OWNED BY public.shaon_company.id;
CREATE TABLE public.shaon_department (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE SEQUENCE public.shaon_department_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_department_id_seq OWNED BY public.shaon_department.id;
CREATE TABLE public.shaon_employee (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text,
    phone_e164 text,
    role text NOT NULL,
    status text NOT NULL,
    department_id integer,
    branch_id integer,
    address text,
    id_number text NOT NULL,
    id_number_hash text NOT NULL,
    salary_type text NOT NULL,
    hourly_rate numeric(12,4),
    global_salary numeric(12,4),
    frozen_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_employee_salary_check CHECK ((((salary_type = 'hourly'::text) AND (hourly_rate IS NOT NULL) AND (global_salary IS NULL)) OR ((salary_type = 'global'::text) AND (global_salary IS NOT NULL) AND (hourly_rate IS NULL)))),
    CONSTRAINT shaon_employee_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text])))
);
CREATE SEQUENCE public.shaon_employee_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_employee_id_seq OWNED BY public.shaon_employee.id;
CREATE TABLE public.shaon_external_id (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    kind text NOT NULL,
    external_id text NOT NULL,
    record_id bigint NOT NULL,
    digest text NOT NULL
);
CREATE SEQUENCE public.shaon_external_id_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_external_id_id_seq OWNED BY public.shaon_external_id.id;
CREATE TABLE public.shaon_leave_request (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    date date NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    manager_note text,
    document_key text,
    document_name text,
    document_type text,
    group_key text,
    decided_by text,
    decided_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_leave_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
);
CREATE SEQUENCE public.shaon_leave_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_leave_request_id_seq OWNED BY public.shaon_leave_request.id;
CREATE TABLE public.shaon_login (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    email_key text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    employee_id integer,
    password_hash text,
    must_change_password boolean NOT NULL,
    failed_attempts integer NOT NULL,
    blocked_until timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    locale text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_login_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'employee'::text])))
);
CREATE SEQUENCE public.shaon_login_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_login_id_seq OWNED BY public.shaon_login.id;
CREATE TABLE public.shaon_message (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    kind text NOT NULL,
    phone text NOT NULL,
    phone_e164 text,
    text text,
    state text NOT NULL,
    due_at timestamp(3) with time zone,
    lease text,
    tries integer NOT NULL,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT shaon_message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'undeliverable'::text, 'cancelled'::text])))
);
CREATE SEQUENCE public.shaon_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_message_id_seq OWNED BY public.shaon_message.id;
CREATE TABLE public.shaon_migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.shaon_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_migrations_id_seq OWNED BY public.shaon_migrations.id;
CREATE TABLE public.shaon_punch (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    attendance_id bigint NOT NULL,
    kind text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    lat double precision,
    lng double precision,
    accuracy_meters integer,
    rule text NOT NULL,
    recorded_by text NOT NULL,
    recorded_at timestamp(3) with time zone NOT NULL,
    note text,
    voided_at timestamp(3) with time zone,
    voided_by text,
    CONSTRAINT shaon_punch_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text, 'break_start'::text, 'break_end'::text])))
);
CREATE SEQUENCE public.shaon_punch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_punch_id_seq OWNED BY public.shaon_punch.id;
CREATE TABLE public.shaon_rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.shaon_secret (
    name text NOT NULL,
    ciphertext text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.shaon_session (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    login_id integer NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    ip text,
    user_agent text
);
CREATE SEQUENCE public.shaon_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_session_id_seq OWNED BY public.shaon_session.id;
CREATE TABLE public.shaon_shift (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    start_time text,
    end_time text,
    wage_percentage integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_shift_wage_percentage_check CHECK ((wage_percentage >= 0))
);
CREATE SEQUENCE public.shaon_shift_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_shift_id_seq OWNED BY public.shaon_shift.id;
CREATE TABLE public.shaon_token (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    last_four text NOT NULL,
    digest text NOT NULL,
    abilities text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_by text,
    last_used_at timestamp(3) with time zone,
    last_used_ip text
);
CREATE SEQUENCE public.shaon_token_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_token_id_seq OWNED BY public.shaon_token.id;
CREATE TABLE public.shaon_webhook_attempt (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    outcome text,
    status integer,
    duration_ms integer,
    remote_ip text,
    excerpt text,
    error_code text,
    next_due_at timestamp(3) with time zone
);
CREATE SEQUENCE public.shaon_webhook_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_attempt_id_seq OWNED BY public.shaon_webhook_attempt.id;
CREATE TABLE public.shaon_webhook_delivery (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    event_id bigint NOT NULL,
    endpoint_id integer NOT NULL,
    run integer NOT NULL,
    trigger text NOT NULL,
    state text NOT NULL,
    due_at timestamp(3) with time zone,
    lease integer NOT NULL,
    attempts integer NOT NULL,
    failures integer NOT NULL,
    interruptions integer NOT NULL,
    last_status integer,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT shaon_webhook_delivery_due_check CHECK (((due_at IS NOT NULL) = (state = ANY (ARRAY['pending'::text, 'in_flight'::text])))),
    CONSTRAINT shaon_webhook_delivery_finished_check CHECK (((finished_at IS NOT NULL) = (state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])))),
    CONSTRAINT shaon_webhook_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'in_flight'::text, 'held'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT shaon_webhook_delivery_trigger_check CHECK ((trigger = ANY (ARRAY['auto'::text, 'manual'::text, 'replay'::text, 'test'::text])))
);
CREATE SEQUENCE public.shaon_webhook_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_delivery_id_seq OWNED BY public.shaon_webhook_delivery.id;
CREATE TABLE public.shaon_webhook_endpoint (
    id integer NOT NULL,
    company_id integer NOT NULL,
    url text NOT NULL,
    description text NOT NULL,
    enabled boolean NOT NULL,
    disabled_reason text,
    disabled_at timestamp(3) with time zone,
    max_inflight integer NOT NULL,
    failure_streak integer NOT NULL,
    last_success_at timestamp(3) with time zone,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);
CREATE TABLE public.shaon_webhook_endpoint_event (
    id integer NOT NULL,
    company_id integer NOT NULL,
    endpoint_id integer NOT NULL,
    type text NOT NULL
);
CREATE SEQUENCE public.shaon_webhook_endpoint_event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_endpoint_event_id_seq OWNED BY public.shaon_webhook_endpoint_event.id;
CREATE SEQUENCE public.shaon_webhook_endpoint_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_endpoint_id_seq OWNED BY public.shaon_webhook_endpoint.id;
CREATE TABLE public.shaon_webhook_event (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    queued_at timestamp(3) with time zone NOT NULL
);
CREATE SEQUENCE public.shaon_webhook_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_event_id_seq OWNED BY public.shaon_webhook_event.id;
CREATE TABLE public.shaon_webhook_secret (
    id integer NOT NULL,
    company_id integer NOT NULL,
    endpoint_id integer NOT NULL,
    ciphertext text NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    overlap_hours integer NOT NULL,
    CONSTRAINT shaon_webhook_secret_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'current'::text, 'previous'::text, 'revoked'::text])))
);
CREATE SEQUENCE public.shaon_webhook_secret_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhook_secret_id_seq OWNED BY public.shaon_webhook_secret.id;
CREATE TABLE public.shaon_webhooks_migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.shaon_webhooks_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.shaon_webhooks_migrations_id_seq OWNED BY public.shaon_webhooks_migrations.id;
ALTER TABLE ONLY public.shaon_absence_type ALTER COLUMN id SET DEFAULT nextval('public.shaon_absence_type_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_access_link ALTER COLUMN id SET DEFAULT nextval('public.shaon_access_link_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_attendance ALTER COLUMN id SET DEFAULT nextval('public.shaon_attendance_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_audit ALTER COLUMN id SET DEFAULT nextval('public.shaon_audit_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_branch ALTER COLUMN id SET DEFAULT nextval('public.shaon_branch_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_company ALTER COLUMN id SET DEFAULT nextval('public.shaon_company_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_department ALTER COLUMN id SET DEFAULT nextval('public.shaon_department_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_employee ALTER COLUMN id SET DEFAULT nextval('public.shaon_employee_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_external_id ALTER COLUMN id SET DEFAULT nextval('public.shaon_external_id_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_leave_request ALTER COLUMN id SET DEFAULT nextval('public.shaon_leave_request_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_login ALTER COLUMN id SET DEFAULT nextval('public.shaon_login_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_message ALTER COLUMN id SET DEFAULT nextval('public.shaon_message_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_migrations ALTER COLUMN id SET DEFAULT nextval('public.shaon_migrations_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_punch ALTER COLUMN id SET DEFAULT nextval('public.shaon_punch_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_session ALTER COLUMN id SET DEFAULT nextval('public.shaon_session_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_shift ALTER COLUMN id SET DEFAULT nextval('public.shaon_shift_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_token ALTER COLUMN id SET DEFAULT nextval('public.shaon_token_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_attempt ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_attempt_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_delivery ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_delivery_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_endpoint ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_endpoint_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_endpoint_event ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_endpoint_event_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_event ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_event_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhook_secret ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_secret_id_seq'::regclass);
ALTER TABLE ONLY public.shaon_webhooks_migrations ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhooks_migrations_id_seq'::regclass);
INSERT INTO public.shaon_attendance VALUES (1, 1, 1, '2026-01-31', NULL, NULL, 'pending', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_attendance VALUES (2, 1, 1, '2026-02-01', NULL, NULL, 'pending', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_attendance VALUES (3, 1, 2, '2026-02-01', NULL, NULL, 'pending', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_company VALUES (1, 'Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_employee VALUES (1, 1, 'Person 1', 'p1@example.test', '0501234567', '+972501234567', 'employee', 'active', NULL, NULL, NULL, 'x', 'x1', 'hourly', 40.0000, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_employee VALUES (2, 1, 'Person 2', 'p2@example.test', '0501234567', '+972501234567', 'employee', 'active', NULL, NULL, NULL, 'x', 'x2', 'hourly', 40.0000, NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.shaon_migrations VALUES (1, 1763600000000, 'ShaonInitial1763600000000');
INSERT INTO public.shaon_token VALUES (1, 1, 'payroll', 'shn_', 'a1a1', '22e75467dedb7b0d045f77e72df9b6b00ab6088bd74b8c3bcaae9c811a6843bf', 'employees:read attendance:read', 'system', '2026-01-01 00:00:00+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.shaon_webhooks_migrations VALUES (1, 1763600000000, 'ShaonWebhooksInitial1763600000000');
SELECT pg_catalog.setval('public.shaon_absence_type_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_access_link_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_attendance_id_seq', 3, true);
SELECT pg_catalog.setval('public.shaon_audit_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_branch_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_company_id_seq', 1, true);
SELECT pg_catalog.setval('public.shaon_department_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_employee_id_seq', 2, true);
SELECT pg_catalog.setval('public.shaon_external_id_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_leave_request_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_login_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_message_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_migrations_id_seq', 1, true);
SELECT pg_catalog.setval('public.shaon_punch_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_session_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_shift_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_token_id_seq', 1, true);
SELECT pg_catalog.setval('public.shaon_webhook_attempt_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhook_delivery_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhook_endpoint_event_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhook_endpoint_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhook_event_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhook_secret_id_seq', 1, false);
SELECT pg_catalog.setval('public.shaon_webhooks_migrations_id_seq', 1, true);
ALTER TABLE ONLY public.shaon_webhooks_migrations
    ADD CONSTRAINT "PK_84cbddf9f7ca11c61da0fe5419e" PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_migrations
    ADD CONSTRAINT "PK_f08db40910a78caf95128500836" PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_label_key UNIQUE (company_id, label);
ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_audit
    ADD CONSTRAINT shaon_audit_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_company
    ADD CONSTRAINT shaon_company_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_id_number_hash_key UNIQUE (id_number_hash);
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_company_id_kind_external_id_key UNIQUE (company_id, kind, external_id);
ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_employee_id_key UNIQUE (company_id, employee_id);
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_email_key_key UNIQUE (email_key);
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_message
    ADD CONSTRAINT shaon_message_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_rate_limit
    ADD CONSTRAINT shaon_rate_limit_pk PRIMARY KEY (key);
ALTER TABLE ONLY public.shaon_secret
    ADD CONSTRAINT shaon_secret_pk PRIMARY KEY (name);
ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_delivery_id_number_key UNIQUE (delivery_id, number);
ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_event_id_endpoint_id_run_key UNIQUE (event_id, endpoint_id, run);
ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_company_id_type_endpoint_id_key UNIQUE (company_id, type, endpoint_id);
ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_company_id_id_key UNIQUE (company_id, id);
ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_pk PRIMARY KEY (id);
ALTER TABLE ONLY public.shaon_webhook_secret
    ADD CONSTRAINT shaon_webhook_secret_pk PRIMARY KEY (id);
CREATE INDEX shaon_attendance_company_id_date_id_idx ON public.shaon_attendance USING btree (company_id, date, id) WHERE (voided_at IS NULL);
CREATE UNIQUE INDEX shaon_attendance_company_id_employee_id_date_key ON public.shaon_attendance USING btree (company_id, employee_id, date) WHERE (voided_at IS NULL);
CREATE INDEX shaon_audit_at_idx ON public.shaon_audit USING btree (at);
CREATE INDEX shaon_audit_company_id_id_idx ON public.shaon_audit USING btree (company_id, id);
CREATE INDEX shaon_audit_company_id_token_id_id_idx ON public.shaon_audit USING btree (company_id, token_id, id);
CREATE INDEX shaon_employee_company_id_branch_id_id_idx ON public.shaon_employee USING btree (company_id, branch_id, id);
CREATE INDEX shaon_employee_company_id_department_id_id_idx ON public.shaon_employee USING btree (company_id, department_id, id);
CREATE INDEX shaon_employee_company_id_status_id_idx ON public.shaon_employee USING btree (company_id, status, id);
CREATE INDEX shaon_external_id_company_id_kind_record_id_idx ON public.shaon_external_id USING btree (company_id, kind, record_id);
CREATE INDEX shaon_leave_request_company_id_date_id_idx ON public.shaon_leave_request USING btree (company_id, date, id) WHERE (cancelled_at IS NULL);
CREATE INDEX shaon_leave_request_company_id_employee_id_date_idx ON public.shaon_leave_request USING btree (company_id, employee_id, date);
CREATE INDEX shaon_leave_request_company_id_status_date_id_idx ON public.shaon_leave_request USING btree (company_id, status, date, id) WHERE (cancelled_at IS NULL);
CREATE INDEX shaon_message_company_id_employee_id_id_idx ON public.shaon_message USING btree (company_id, employee_id, id);
CREATE INDEX shaon_message_due_at_id_idx ON public.shaon_message USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX shaon_punch_company_id_attendance_id_at_id_idx ON public.shaon_punch USING btree (company_id, attendance_id, at, id);
CREATE INDEX shaon_punch_company_id_employee_id_at_idx ON public.shaon_punch USING btree (company_id, employee_id, at);
CREATE INDEX shaon_session_company_id_login_id_idx ON public.shaon_session USING btree (company_id, login_id);
CREATE INDEX shaon_webhook_delivery_company_id_endpoint_id_id_idx ON public.shaon_webhook_delivery USING btree (company_id, endpoint_id, id);
CREATE INDEX shaon_webhook_delivery_endpoint_id_due_at_id_idx ON public.shaon_webhook_delivery USING btree (endpoint_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX shaon_webhook_delivery_state_endpoint_id_idx ON public.shaon_webhook_delivery USING btree (state, endpoint_id) WHERE ((state = 'in_flight'::text) OR (state = 'held'::text));
CREATE INDEX shaon_webhook_delivery_state_finished_at_id_idx ON public.shaon_webhook_delivery USING btree (state, finished_at, id) WHERE (finished_at IS NOT NULL);
CREATE INDEX shaon_webhook_secret_company_id_endpoint_id_id_idx ON public.shaon_webhook_secret USING btree (company_id, endpoint_id, id);
ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_branch_id_fk FOREIGN KEY (company_id, branch_id) REFERENCES public.shaon_branch(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_department_id_fk FOREIGN KEY (company_id, department_id) REFERENCES public.shaon_department(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_message
    ADD CONSTRAINT shaon_message_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_attendance_id_fk FOREIGN KEY (company_id, attendance_id) REFERENCES public.shaon_attendance(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_delivery_id_fk FOREIGN KEY (company_id, delivery_id) REFERENCES public.shaon_webhook_delivery(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_event_id_fk FOREIGN KEY (company_id, event_id) REFERENCES public.shaon_webhook_event(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.shaon_webhook_secret
    ADD CONSTRAINT shaon_webhook_secret_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;
