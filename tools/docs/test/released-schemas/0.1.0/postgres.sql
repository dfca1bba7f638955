-- token: shn_PbqNTOUlZR9BXF8JR9XYNVirjfsUskTQGpFwo0a6kMYximvo4
--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

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

--
-- Name: shaon_attendance_total_delete(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shaon_attendance_total_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      WITH c (company_id, month, department_id, branch_id, status, days) AS MATERIALIZED (
        SELECT company_id, month, COALESCE(department_id, -2), COALESCE(branch_id, -2), COALESCE(status, ''),
          SUM(change)::integer FROM (SELECT r.company_id, date_trunc('month', r.date)::date, COALESCE(r.department_id, -1), COALESCE(r.branch_id, -1), r.status, -1 FROM old_rows r WHERE r.voided_at IS NULL) AS r (company_id, month, department_id, branch_id, status, change)
        GROUP BY GROUPING SETS ((company_id, month, department_id, branch_id, status), (company_id, month)) HAVING SUM(change) <> 0)
      INSERT INTO shaon_attendance_total AS total (company_id, month, department_id, branch_id, status, part, days)
        SELECT c.company_id, c.month, c.department_id, c.branch_id, c.status, COALESCE(
          (SELECT t.part FROM shaon_attendance_total t WHERE t.company_id = c.company_id AND t.month = c.month AND t.department_id = c.department_id AND t.branch_id = c.branch_id AND t.status = c.status LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
          pg_backend_pid()), c.days FROM c
        ON CONFLICT (company_id, month, department_id, branch_id, status, part) DO UPDATE SET days = total.days + excluded.days;
      RETURN NULL;
    END $$;


--
-- Name: shaon_attendance_total_insert(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shaon_attendance_total_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      WITH c (company_id, month, department_id, branch_id, status, days) AS MATERIALIZED (
        SELECT company_id, month, COALESCE(department_id, -2), COALESCE(branch_id, -2), COALESCE(status, ''),
          SUM(change)::integer FROM (SELECT r.company_id, date_trunc('month', r.date)::date, COALESCE(r.department_id, -1), COALESCE(r.branch_id, -1), r.status, 1 FROM new_rows r WHERE r.voided_at IS NULL) AS r (company_id, month, department_id, branch_id, status, change)
        GROUP BY GROUPING SETS ((company_id, month, department_id, branch_id, status), (company_id, month)) HAVING SUM(change) <> 0)
      INSERT INTO shaon_attendance_total AS total (company_id, month, department_id, branch_id, status, part, days)
        SELECT c.company_id, c.month, c.department_id, c.branch_id, c.status, COALESCE(
          (SELECT t.part FROM shaon_attendance_total t WHERE t.company_id = c.company_id AND t.month = c.month AND t.department_id = c.department_id AND t.branch_id = c.branch_id AND t.status = c.status LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
          pg_backend_pid()), c.days FROM c
        ON CONFLICT (company_id, month, department_id, branch_id, status, part) DO UPDATE SET days = total.days + excluded.days;
      RETURN NULL;
    END $$;


--
-- Name: shaon_attendance_total_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.shaon_attendance_total_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      WITH c (company_id, month, department_id, branch_id, status, days) AS MATERIALIZED (
        SELECT company_id, month, COALESCE(department_id, -2), COALESCE(branch_id, -2), COALESCE(status, ''),
          SUM(change)::integer FROM (SELECT r.company_id, date_trunc('month', r.date)::date, COALESCE(r.department_id, -1), COALESCE(r.branch_id, -1), r.status, -1 FROM old_rows r WHERE r.voided_at IS NULL UNION ALL SELECT r.company_id, date_trunc('month', r.date)::date, COALESCE(r.department_id, -1), COALESCE(r.branch_id, -1), r.status, 1 FROM new_rows r WHERE r.voided_at IS NULL) AS r (company_id, month, department_id, branch_id, status, change)
        GROUP BY GROUPING SETS ((company_id, month, department_id, branch_id, status), (company_id, month)) HAVING SUM(change) <> 0)
      INSERT INTO shaon_attendance_total AS total (company_id, month, department_id, branch_id, status, part, days)
        SELECT c.company_id, c.month, c.department_id, c.branch_id, c.status, COALESCE(
          (SELECT t.part FROM shaon_attendance_total t WHERE t.company_id = c.company_id AND t.month = c.month AND t.department_id = c.department_id AND t.branch_id = c.branch_id AND t.status = c.status LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
          pg_backend_pid()), c.days FROM c
        ON CONFLICT (company_id, month, department_id, branch_id, status, part) DO UPDATE SET days = total.days + excluded.days;
      RETURN NULL;
    END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: shaon_absence_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_absence_type (
    id integer NOT NULL,
    company_id integer NOT NULL,
    label text NOT NULL,
    is_retired boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_absence_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_absence_type_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_absence_type_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_absence_type_id_seq OWNED BY public.shaon_absence_type.id;


--
-- Name: shaon_access_link; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_access_link (
    id integer NOT NULL,
    company_id integer NOT NULL,
    login_id integer NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);


--
-- Name: shaon_access_link_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_access_link_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_access_link_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_access_link_id_seq OWNED BY public.shaon_access_link.id;


--
-- Name: shaon_attendance; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_attendance (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    date date NOT NULL,
    department_id integer,
    branch_id integer,
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
    decision_note text,
    absence_by text,
    absence_at timestamp(3) with time zone,
    absence_note text,
    voided_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_attendance_approval_check CHECK ((((status <> 'approved'::text) OR is_approved) AND ((status <> ALL (ARRAY['open'::text, 'pending'::text, 'rejected'::text])) OR (NOT is_approved)))),
    CONSTRAINT shaon_attendance_order_check CHECK (((check_in IS NULL) OR (check_out IS NULL) OR (check_out >= check_in)))
);


--
-- Name: shaon_attendance_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_attendance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_attendance_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_attendance_id_seq OWNED BY public.shaon_attendance.id;


--
-- Name: shaon_attendance_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_attendance_total (
    company_id integer NOT NULL,
    month date NOT NULL,
    department_id integer NOT NULL,
    branch_id integer NOT NULL,
    status text NOT NULL,
    part integer DEFAULT 0 NOT NULL,
    days integer NOT NULL
)
WITH (fillfactor='50');


--
-- Name: shaon_audit; Type: TABLE; Schema: public; Owner: -
--

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
    ability text,
    path text,
    query text,
    ignored text,
    ip text,
    status integer,
    duration_us integer,
    request_id text,
    detail text
);


--
-- Name: shaon_audit_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_audit_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_audit_id_seq OWNED BY public.shaon_audit.id;


--
-- Name: shaon_branch; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_branch (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_branch_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_branch_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_branch_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_branch_id_seq OWNED BY public.shaon_branch.id;


--
-- Name: shaon_clock_report; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_clock_report (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    device text NOT NULL,
    number bigint NOT NULL,
    employee_external_id text,
    employee_id integer,
    at timestamp(3) with time zone NOT NULL,
    kind text,
    answer text NOT NULL,
    reason text,
    punch_id bigint,
    received_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_clock_report_answer_check CHECK ((answer = ANY (ARRAY['recorded'::text, 'known'::text, 'refused'::text]))),
    CONSTRAINT shaon_clock_report_reason_check CHECK (((answer = 'refused'::text) = (reason IS NOT NULL)))
);


--
-- Name: shaon_clock_report_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_clock_report_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_clock_report_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_clock_report_id_seq OWNED BY public.shaon_clock_report.id;


--
-- Name: shaon_closed_person; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_closed_person (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    closing_id integer NOT NULL,
    employee_id integer NOT NULL,
    hours text
);


--
-- Name: shaon_closed_person_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_closed_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_closed_person_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_closed_person_id_seq OWNED BY public.shaon_closed_person.id;


--
-- Name: shaon_company; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_company (
    id integer NOT NULL,
    name text NOT NULL,
    zone text NOT NULL,
    locale text NOT NULL,
    phone_region text NOT NULL,
    open_shift_hours integer NOT NULL,
    break_hours integer NOT NULL,
    work_day_hours integer NOT NULL,
    correction_days integer NOT NULL,
    second_factor_since timestamp(3) with time zone,
    sms_notices boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_company_locale_check CHECK ((locale = ANY (ARRAY['he'::text, 'en'::text])))
);


--
-- Name: shaon_company_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_company_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_company_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_company_id_seq OWNED BY public.shaon_company.id;


--
-- Name: shaon_correction_request; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_correction_request (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer NOT NULL,
    date date NOT NULL,
    punches text,
    absence_type text,
    reason text NOT NULL,
    state text NOT NULL,
    recorded text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    asked_by text NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    decided_by text,
    decided_at timestamp(3) with time zone,
    note text,
    CONSTRAINT shaon_correction_request_decision_check CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT shaon_correction_request_proposal_check CHECK (((punches IS NULL) <> (absence_type IS NULL))),
    CONSTRAINT shaon_correction_request_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'changed'::text, 'refused'::text, 'withdrawn'::text])))
);


--
-- Name: shaon_correction_request_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_correction_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_correction_request_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_correction_request_id_seq OWNED BY public.shaon_correction_request.id;


--
-- Name: shaon_department; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_department (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_department_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_department_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_department_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_department_id_seq OWNED BY public.shaon_department.id;


--
-- Name: shaon_employee; Type: TABLE; Schema: public; Owner: -
--

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
    searched text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    frozen_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_employee_salary_check CHECK ((((salary_type = 'hourly'::text) AND (hourly_rate IS NOT NULL) AND (global_salary IS NULL)) OR ((salary_type = 'global'::text) AND (global_salary IS NOT NULL) AND (hourly_rate IS NULL)))),
    CONSTRAINT shaon_employee_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text])))
);


--
-- Name: shaon_employee_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_employee_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_employee_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_employee_id_seq OWNED BY public.shaon_employee.id;


--
-- Name: shaon_external_id; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_external_id (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    kind text NOT NULL,
    external_id text NOT NULL,
    record_id bigint NOT NULL,
    digest text NOT NULL
);


--
-- Name: shaon_external_id_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_external_id_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_external_id_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_external_id_id_seq OWNED BY public.shaon_external_id.id;


--
-- Name: shaon_leave_document; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_leave_document (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    key text NOT NULL,
    content_key text NOT NULL,
    content text NOT NULL
);


--
-- Name: shaon_leave_document_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_leave_document_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_leave_document_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_leave_document_id_seq OWNED BY public.shaon_leave_document.id;


--
-- Name: shaon_leave_request; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: shaon_leave_request_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_leave_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_leave_request_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_leave_request_id_seq OWNED BY public.shaon_leave_request.id;


--
-- Name: shaon_login; Type: TABLE; Schema: public; Owner: -
--

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
    second_factor text,
    second_factor_at timestamp(3) with time zone,
    second_factor_step integer,
    last_sign_in_at timestamp(3) with time zone,
    told_by text,
    not_told text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shaon_login_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'employee'::text])))
);


--
-- Name: shaon_login_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_login_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_login_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_login_id_seq OWNED BY public.shaon_login.id;


--
-- Name: shaon_manager_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_manager_limit (
    id integer NOT NULL,
    company_id integer NOT NULL,
    login_id integer NOT NULL,
    kind text NOT NULL,
    department_id integer,
    branch_id integer,
    CONSTRAINT shaon_manager_limit_kind_check CHECK ((kind = ANY (ARRAY['department'::text, 'branch'::text]))),
    CONSTRAINT shaon_manager_limit_unit_check CHECK ((((kind = 'department'::text) OR (department_id IS NULL)) AND ((kind = 'branch'::text) OR (branch_id IS NULL))))
);


--
-- Name: shaon_manager_limit_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_manager_limit_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_manager_limit_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_manager_limit_id_seq OWNED BY public.shaon_manager_limit.id;


--
-- Name: shaon_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_message (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    employee_id integer,
    login_id integer,
    kind text NOT NULL,
    phone text,
    phone_e164 text,
    email text,
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


--
-- Name: shaon_message_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_message_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_message_id_seq OWNED BY public.shaon_message.id;


--
-- Name: shaon_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);


--
-- Name: shaon_migrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_migrations_id_seq OWNED BY public.shaon_migrations.id;


--
-- Name: shaon_month_closing; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_month_closing (
    id integer NOT NULL,
    company_id integer NOT NULL,
    month text NOT NULL,
    department_id integer,
    reason text,
    closed_by text NOT NULL,
    closed_at timestamp(3) with time zone NOT NULL,
    reopened_by text,
    reopened_at timestamp(3) with time zone,
    reopen_reason text
);


--
-- Name: shaon_month_closing_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_month_closing_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_month_closing_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_month_closing_id_seq OWNED BY public.shaon_month_closing.id;


--
-- Name: shaon_notice_mark; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_notice_mark (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    mark text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_notice_mark_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_notice_mark_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_notice_mark_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_notice_mark_id_seq OWNED BY public.shaon_notice_mark.id;


--
-- Name: shaon_payroll_layout; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_payroll_layout (
    id integer NOT NULL,
    company_id integer NOT NULL,
    columns text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_payroll_layout_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_payroll_layout_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_payroll_layout_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_payroll_layout_id_seq OWNED BY public.shaon_payroll_layout.id;


--
-- Name: shaon_people_file; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_people_file (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    content_key text NOT NULL,
    content text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_people_file_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_people_file_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_people_file_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_people_file_id_seq OWNED BY public.shaon_people_file.id;


--
-- Name: shaon_punch; Type: TABLE; Schema: public; Owner: -
--

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
    void_note text,
    CONSTRAINT shaon_punch_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text, 'break_start'::text, 'break_end'::text])))
);


--
-- Name: shaon_punch_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_punch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_punch_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_punch_id_seq OWNED BY public.shaon_punch.id;


--
-- Name: shaon_rate_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_rate_limit (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);


--
-- Name: shaon_recovery_code; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_recovery_code (
    id integer NOT NULL,
    company_id integer NOT NULL,
    login_id integer NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);


--
-- Name: shaon_recovery_code_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_recovery_code_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_recovery_code_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_recovery_code_id_seq OWNED BY public.shaon_recovery_code.id;


--
-- Name: shaon_secret; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_secret (
    name text NOT NULL,
    ciphertext text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_session; Type: TABLE; Schema: public; Owner: -
--

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
    user_agent text,
    confirmed_at timestamp(3) with time zone,
    second_factor_at timestamp(3) with time zone
);


--
-- Name: shaon_session_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_session_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_session_id_seq OWNED BY public.shaon_session.id;


--
-- Name: shaon_shift; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: shaon_shift_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_shift_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_shift_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_shift_id_seq OWNED BY public.shaon_shift.id;


--
-- Name: shaon_token; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: shaon_token_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_token_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_token_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_token_id_seq OWNED BY public.shaon_token.id;


--
-- Name: shaon_token_use; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_token_use (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    token_id integer NOT NULL,
    date date NOT NULL,
    ability text NOT NULL,
    calls integer NOT NULL,
    accepted integer NOT NULL,
    refused integer NOT NULL,
    revoked integer NOT NULL,
    limited integer NOT NULL,
    failed integer NOT NULL,
    records integer NOT NULL,
    people_least integer NOT NULL,
    people_most integer NOT NULL,
    located integer NOT NULL,
    untold integer NOT NULL,
    date_from date,
    date_to date,
    last_accepted_at timestamp(3) with time zone
);


--
-- Name: shaon_token_use_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_token_use_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_token_use_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_token_use_id_seq OWNED BY public.shaon_token_use.id;


--
-- Name: shaon_unknown_sign_in; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_unknown_sign_in (
    id bigint NOT NULL,
    digest text NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp(3) with time zone,
    failed_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_unknown_sign_in_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_unknown_sign_in_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_unknown_sign_in_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_unknown_sign_in_id_seq OWNED BY public.shaon_unknown_sign_in.id;


--
-- Name: shaon_used_form; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_used_form (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    digest text NOT NULL,
    used_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_used_form_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_used_form_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_used_form_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_used_form_id_seq OWNED BY public.shaon_used_form.id;


--
-- Name: shaon_webhook_attempt; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: shaon_webhook_attempt_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_attempt_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_attempt_id_seq OWNED BY public.shaon_webhook_attempt.id;


--
-- Name: shaon_webhook_delivery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_webhook_delivery (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    event_id bigint NOT NULL,
    event_type text NOT NULL,
    endpoint_id integer NOT NULL,
    run integer NOT NULL,
    trigger text NOT NULL,
    state text NOT NULL,
    due_at timestamp(3) with time zone,
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


--
-- Name: shaon_webhook_delivery_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_delivery_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_delivery_id_seq OWNED BY public.shaon_webhook_delivery.id;


--
-- Name: shaon_webhook_endpoint; Type: TABLE; Schema: public; Owner: -
--

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
    updated_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
);


--
-- Name: shaon_webhook_endpoint_event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_webhook_endpoint_event (
    id integer NOT NULL,
    company_id integer NOT NULL,
    endpoint_id integer NOT NULL,
    type text NOT NULL
);


--
-- Name: shaon_webhook_endpoint_event_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_endpoint_event_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_endpoint_event_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_endpoint_event_id_seq OWNED BY public.shaon_webhook_endpoint_event.id;


--
-- Name: shaon_webhook_endpoint_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_endpoint_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_endpoint_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_endpoint_id_seq OWNED BY public.shaon_webhook_endpoint.id;


--
-- Name: shaon_webhook_event; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_webhook_event (
    id bigint NOT NULL,
    company_id integer NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    queued_at timestamp(3) with time zone NOT NULL
);


--
-- Name: shaon_webhook_event_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_event_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_event_id_seq OWNED BY public.shaon_webhook_event.id;


--
-- Name: shaon_webhook_secret; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: shaon_webhook_secret_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhook_secret_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhook_secret_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhook_secret_id_seq OWNED BY public.shaon_webhook_secret.id;


--
-- Name: shaon_webhooks_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shaon_webhooks_migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);


--
-- Name: shaon_webhooks_migrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.shaon_webhooks_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: shaon_webhooks_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.shaon_webhooks_migrations_id_seq OWNED BY public.shaon_webhooks_migrations.id;


--
-- Name: shaon_absence_type id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_absence_type ALTER COLUMN id SET DEFAULT nextval('public.shaon_absence_type_id_seq'::regclass);


--
-- Name: shaon_access_link id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_access_link ALTER COLUMN id SET DEFAULT nextval('public.shaon_access_link_id_seq'::regclass);


--
-- Name: shaon_attendance id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance ALTER COLUMN id SET DEFAULT nextval('public.shaon_attendance_id_seq'::regclass);


--
-- Name: shaon_audit id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_audit ALTER COLUMN id SET DEFAULT nextval('public.shaon_audit_id_seq'::regclass);


--
-- Name: shaon_branch id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_branch ALTER COLUMN id SET DEFAULT nextval('public.shaon_branch_id_seq'::regclass);


--
-- Name: shaon_clock_report id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_clock_report ALTER COLUMN id SET DEFAULT nextval('public.shaon_clock_report_id_seq'::regclass);


--
-- Name: shaon_closed_person id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_closed_person ALTER COLUMN id SET DEFAULT nextval('public.shaon_closed_person_id_seq'::regclass);


--
-- Name: shaon_company id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_company ALTER COLUMN id SET DEFAULT nextval('public.shaon_company_id_seq'::regclass);


--
-- Name: shaon_correction_request id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_correction_request ALTER COLUMN id SET DEFAULT nextval('public.shaon_correction_request_id_seq'::regclass);


--
-- Name: shaon_department id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_department ALTER COLUMN id SET DEFAULT nextval('public.shaon_department_id_seq'::regclass);


--
-- Name: shaon_employee id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee ALTER COLUMN id SET DEFAULT nextval('public.shaon_employee_id_seq'::regclass);


--
-- Name: shaon_external_id id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_external_id ALTER COLUMN id SET DEFAULT nextval('public.shaon_external_id_id_seq'::regclass);


--
-- Name: shaon_leave_document id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_document ALTER COLUMN id SET DEFAULT nextval('public.shaon_leave_document_id_seq'::regclass);


--
-- Name: shaon_leave_request id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_request ALTER COLUMN id SET DEFAULT nextval('public.shaon_leave_request_id_seq'::regclass);


--
-- Name: shaon_login id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login ALTER COLUMN id SET DEFAULT nextval('public.shaon_login_id_seq'::regclass);


--
-- Name: shaon_manager_limit id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit ALTER COLUMN id SET DEFAULT nextval('public.shaon_manager_limit_id_seq'::regclass);


--
-- Name: shaon_message id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_message ALTER COLUMN id SET DEFAULT nextval('public.shaon_message_id_seq'::regclass);


--
-- Name: shaon_migrations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_migrations ALTER COLUMN id SET DEFAULT nextval('public.shaon_migrations_id_seq'::regclass);


--
-- Name: shaon_month_closing id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_month_closing ALTER COLUMN id SET DEFAULT nextval('public.shaon_month_closing_id_seq'::regclass);


--
-- Name: shaon_notice_mark id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_notice_mark ALTER COLUMN id SET DEFAULT nextval('public.shaon_notice_mark_id_seq'::regclass);


--
-- Name: shaon_payroll_layout id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_payroll_layout ALTER COLUMN id SET DEFAULT nextval('public.shaon_payroll_layout_id_seq'::regclass);


--
-- Name: shaon_people_file id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_people_file ALTER COLUMN id SET DEFAULT nextval('public.shaon_people_file_id_seq'::regclass);


--
-- Name: shaon_punch id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_punch ALTER COLUMN id SET DEFAULT nextval('public.shaon_punch_id_seq'::regclass);


--
-- Name: shaon_recovery_code id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_recovery_code ALTER COLUMN id SET DEFAULT nextval('public.shaon_recovery_code_id_seq'::regclass);


--
-- Name: shaon_session id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_session ALTER COLUMN id SET DEFAULT nextval('public.shaon_session_id_seq'::regclass);


--
-- Name: shaon_shift id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_shift ALTER COLUMN id SET DEFAULT nextval('public.shaon_shift_id_seq'::regclass);


--
-- Name: shaon_token id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token ALTER COLUMN id SET DEFAULT nextval('public.shaon_token_id_seq'::regclass);


--
-- Name: shaon_token_use id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token_use ALTER COLUMN id SET DEFAULT nextval('public.shaon_token_use_id_seq'::regclass);


--
-- Name: shaon_unknown_sign_in id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_unknown_sign_in ALTER COLUMN id SET DEFAULT nextval('public.shaon_unknown_sign_in_id_seq'::regclass);


--
-- Name: shaon_used_form id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_used_form ALTER COLUMN id SET DEFAULT nextval('public.shaon_used_form_id_seq'::regclass);


--
-- Name: shaon_webhook_attempt id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_attempt ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_attempt_id_seq'::regclass);


--
-- Name: shaon_webhook_delivery id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_delivery_id_seq'::regclass);


--
-- Name: shaon_webhook_endpoint id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_endpoint_id_seq'::regclass);


--
-- Name: shaon_webhook_endpoint_event id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint_event ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_endpoint_event_id_seq'::regclass);


--
-- Name: shaon_webhook_event id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_event ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_event_id_seq'::regclass);


--
-- Name: shaon_webhook_secret id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_secret ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhook_secret_id_seq'::regclass);


--
-- Name: shaon_webhooks_migrations id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhooks_migrations ALTER COLUMN id SET DEFAULT nextval('public.shaon_webhooks_migrations_id_seq'::regclass);


--
-- Data for Name: shaon_absence_type; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_access_link; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_attendance; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_attendance VALUES (1, 1, 1, '2026-01-31', NULL, NULL, '2026-01-31 08:00:00+00', NULL, 'open', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 13:40:10.646+00', '2026-11-29 13:40:10.646+00');
INSERT INTO public.shaon_attendance VALUES (2, 1, 1, '2026-02-02', NULL, NULL, '2026-02-02 08:00:00+00', NULL, 'open', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 13:40:10.67+00', '2026-11-29 13:40:10.67+00');
INSERT INTO public.shaon_attendance VALUES (3, 1, 2, '2026-02-02', NULL, NULL, '2026-02-02 08:00:00+00', NULL, 'open', NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 13:40:10.678+00', '2026-11-29 13:40:10.678+00');


--
-- Data for Name: shaon_attendance_total; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_attendance_total VALUES (1, '2026-01-01', -1, -1, 'open', 5870, 1);
INSERT INTO public.shaon_attendance_total VALUES (1, '2026-01-01', -2, -2, '', 5870, 1);
INSERT INTO public.shaon_attendance_total VALUES (1, '2026-02-01', -1, -1, 'open', 5870, 2);
INSERT INTO public.shaon_attendance_total VALUES (1, '2026-02-01', -2, -2, '', 5870, 2);


--
-- Data for Name: shaon_audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_audit VALUES (1, 1, '2026-11-29 13:40:10.58+00', 'system', 'company.create', 'system', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}');
INSERT INTO public.shaon_audit VALUES (2, 1, '2026-11-29 13:40:10.607+00', 'system', 'employee.create', 'system', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"employee_id":1}');
INSERT INTO public.shaon_audit VALUES (3, 1, '2026-11-29 13:40:10.636+00', 'system', 'employee.create', 'system', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"employee_id":2}');
INSERT INTO public.shaon_audit VALUES (4, 1, '2026-11-29 13:40:10.688+00', 'system', 'token.issue', 'system', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"token_id":1,"name":"payroll","abilities":"employees:read attendance:read"}');


--
-- Data for Name: shaon_branch; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_clock_report; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_closed_person; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_company; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_company VALUES (1, 'Old', 'Asia/Jerusalem', 'he', 'IL', 16, 4, 24, 45, NULL, false, '2026-11-29 13:40:10.579+00', '2026-11-29 13:40:10.579+00');


--
-- Data for Name: shaon_correction_request; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_department; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_employee; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_employee VALUES (1, 1, 'נועה כהן 3', 'noa3@example.test', '050-1234567', '+972501234567', 'employee', 'active', NULL, NULL, NULL, 'v1.release.juFxU1OGR1tEJgcW.tDWgTzZdc414fGXwC3tnfw.FbNSa1G0t6ms', '6dddebc3a24bb6f3c1bad5b2ce9fbdb185505048e4aa24bd77f09e461faeccee', 'hourly', 7391.2700, NULL, 'נועה כהן 3
noa3@example.test
050-1234567
+972501234567
0501234567', NULL, '2026-11-29 13:40:10.602+00', '2026-11-29 13:40:10.602+00');
INSERT INTO public.shaon_employee VALUES (2, 1, 'נועה כהן 4', 'noa4@example.test', '050-1234567', '+972501234567', 'employee', 'active', NULL, NULL, NULL, 'v1.release.mraoBKqyRdMZVeyG.PKJZnFXhFU4WkN9i4Oqjvg.6021bByb6GW6', 'b7b9d9394d51e83117c77464b8a326d1fc0da350d261bad0867363a08470589f', 'hourly', 7391.2700, NULL, 'נועה כהן 4
noa4@example.test
050-1234567
+972501234567
0501234567', NULL, '2026-11-29 13:40:10.633+00', '2026-11-29 13:40:10.633+00');


--
-- Data for Name: shaon_external_id; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_leave_document; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_leave_request; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_login; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_login VALUES (1, 1, 'נועה כהן 3', 'noa3@example.test', 'noa3@example.test', 'employee', 1, '$argon2id$v=19$m=7168,t=8,p=1$7WweKWei7+GzP6OzDiIVIg$RVrdnfG0+FIjjA7czJhLMfYWVMdCrYkOWAVTdAPjyYg', true, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 13:40:10.602+00', '2026-11-29 13:40:10.602+00');
INSERT INTO public.shaon_login VALUES (2, 1, 'נועה כהן 4', 'noa4@example.test', 'noa4@example.test', 'employee', 2, '$argon2id$v=19$m=7168,t=8,p=1$N8BTeiN8xvhVzoH6vhyxog$vSU1L5dXqsVYWVrOeH2DVK1vsYP1yzV2HF1fqm8zp70', true, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-29 13:40:10.633+00', '2026-11-29 13:40:10.633+00');


--
-- Data for Name: shaon_manager_limit; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_message; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_message VALUES (1, 1, 1, NULL, 'welcome', '050-1234567', '+972501234567', NULL, 'v1.release.gFMjQDRUp7JTr1Fh.5Rsy4J2ScUM6dIk8obtqng.-IHUpyiMCt7IlB_28RvsxddqD9U9oZDWtG4RF0Skd05H3-XjOioFAh-lXU52ePWIpZlNZWzcLvX-O7y_0la0YcSpm76UNLJd6cawDmOoRRU5-wAsOWUqg5q6gG09O0jq97VX4W5B34bSPDCLf6DtoTaQ1HmnTvm1uabZjY84z6s7sZ1kXShZXdhMs4SHtGXNxXuyVQ2pJgAkXi_UW3A', 'waiting', '2026-11-29 13:40:10.602+00', NULL, 0, NULL, '2026-11-29 13:40:10.602+00', NULL);
INSERT INTO public.shaon_message VALUES (2, 1, 2, NULL, 'welcome', '050-1234567', '+972501234567', NULL, 'v1.release.rYSvuz631XCLxnW8.iuHIVQ0W84EWOOVsNY2rhw.TlOu1DsNNIHdY-c206cSkxS8R9Q6yHP-qLvz1yg49rmiqD2CLgPtlce4TbkXjwKCuHHiM2oRVhcC9BDF5HP1gl1YbVr3Wrf0FTl6Z2Y8CMsuBKfMezPD9A81GtpfgZZ_w1b-ESTdG6_l7hTH6G1L_1HH2NiQexb7x1yTpKhmCiVUAD-O39517AByeUhEKvqwL_ljwmBNUq4yK5yNk2s', 'waiting', '2026-11-29 13:40:10.633+00', NULL, 0, NULL, '2026-11-29 13:40:10.633+00', NULL);


--
-- Data for Name: shaon_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_migrations VALUES (1, 1765500000019, 'ShaonCore1765500000019');


--
-- Data for Name: shaon_month_closing; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_notice_mark; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_payroll_layout; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_people_file; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_punch; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_punch VALUES (1, 1, 1, 1, 'in', '2026-01-31 08:00:00+00', NULL, NULL, NULL, 'ownDate', 'system', '2026-11-29 13:40:10.646+00', NULL, NULL, NULL, NULL);
INSERT INTO public.shaon_punch VALUES (2, 1, 1, 2, 'in', '2026-02-02 08:00:00+00', NULL, NULL, NULL, 'forgottenOut', 'system', '2026-11-29 13:40:10.67+00', NULL, NULL, NULL, NULL);
INSERT INTO public.shaon_punch VALUES (3, 1, 2, 3, 'in', '2026-02-02 08:00:00+00', NULL, NULL, NULL, 'ownDate', 'system', '2026-11-29 13:40:10.678+00', NULL, NULL, NULL, NULL);


--
-- Data for Name: shaon_rate_limit; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_recovery_code; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_secret; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_secret VALUES ('id_number_hash', 'v1.release.vDknleY7suvfw98M.jjNcthNS3U6tpiR1thbP1w.X4onbEB6LSqqhIBzRATOb6LiqEPLW-qZbPYqMM498O0', '2026-11-29 13:40:10.565+00');
INSERT INTO public.shaon_secret VALUES ('id_number_scope:installation', 'v1.release.9BGT8PKnvnonHlyw.CohiwqRl3dHxshRNPariKw.', '2026-11-29 13:40:10.571+00');


--
-- Data for Name: shaon_session; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_shift; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_token; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_token VALUES (1, 1, 'payroll', 'shn_PbqN', 'mvo4', 'b676f04b49addf0c03ef3f152e897f0d76f9973f3c946289161961570e36c53b', 'employees:read attendance:read', 'system', '2026-11-29 13:40:10.686+00', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: shaon_token_use; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_unknown_sign_in; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_used_form; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_attempt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_delivery; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_endpoint; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_endpoint_event; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_event; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhook_secret; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: shaon_webhooks_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shaon_webhooks_migrations VALUES (1, 1765500000000, 'ShaonWebhooks1765500000000');


--
-- Name: shaon_absence_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_absence_type_id_seq', 1, false);


--
-- Name: shaon_access_link_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_access_link_id_seq', 1, false);


--
-- Name: shaon_attendance_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_attendance_id_seq', 3, true);


--
-- Name: shaon_audit_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_audit_id_seq', 4, true);


--
-- Name: shaon_branch_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_branch_id_seq', 1, false);


--
-- Name: shaon_clock_report_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_clock_report_id_seq', 1, false);


--
-- Name: shaon_closed_person_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_closed_person_id_seq', 1, false);


--
-- Name: shaon_company_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_company_id_seq', 1, true);


--
-- Name: shaon_correction_request_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_correction_request_id_seq', 1, false);


--
-- Name: shaon_department_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_department_id_seq', 1, false);


--
-- Name: shaon_employee_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_employee_id_seq', 2, true);


--
-- Name: shaon_external_id_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_external_id_id_seq', 1, false);


--
-- Name: shaon_leave_document_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_leave_document_id_seq', 1, false);


--
-- Name: shaon_leave_request_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_leave_request_id_seq', 1, false);


--
-- Name: shaon_login_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_login_id_seq', 2, true);


--
-- Name: shaon_manager_limit_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_manager_limit_id_seq', 1, false);


--
-- Name: shaon_message_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_message_id_seq', 2, true);


--
-- Name: shaon_migrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_migrations_id_seq', 1, true);


--
-- Name: shaon_month_closing_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_month_closing_id_seq', 1, false);


--
-- Name: shaon_notice_mark_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_notice_mark_id_seq', 1, false);


--
-- Name: shaon_payroll_layout_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_payroll_layout_id_seq', 1, false);


--
-- Name: shaon_people_file_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_people_file_id_seq', 1, false);


--
-- Name: shaon_punch_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_punch_id_seq', 3, true);


--
-- Name: shaon_recovery_code_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_recovery_code_id_seq', 1, false);


--
-- Name: shaon_session_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_session_id_seq', 1, false);


--
-- Name: shaon_shift_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_shift_id_seq', 1, false);


--
-- Name: shaon_token_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_token_id_seq', 1, true);


--
-- Name: shaon_token_use_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_token_use_id_seq', 1, false);


--
-- Name: shaon_unknown_sign_in_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_unknown_sign_in_id_seq', 1, false);


--
-- Name: shaon_used_form_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_used_form_id_seq', 1, false);


--
-- Name: shaon_webhook_attempt_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_attempt_id_seq', 1, false);


--
-- Name: shaon_webhook_delivery_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_delivery_id_seq', 1, false);


--
-- Name: shaon_webhook_endpoint_event_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_endpoint_event_id_seq', 1, false);


--
-- Name: shaon_webhook_endpoint_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_endpoint_id_seq', 1, false);


--
-- Name: shaon_webhook_event_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_event_id_seq', 1, false);


--
-- Name: shaon_webhook_secret_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhook_secret_id_seq', 1, false);


--
-- Name: shaon_webhooks_migrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.shaon_webhooks_migrations_id_seq', 1, true);


--
-- Name: shaon_webhooks_migrations PK_84cbddf9f7ca11c61da0fe5419e; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhooks_migrations
    ADD CONSTRAINT "PK_84cbddf9f7ca11c61da0fe5419e" PRIMARY KEY (id);


--
-- Name: shaon_migrations PK_f08db40910a78caf95128500836; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_migrations
    ADD CONSTRAINT "PK_f08db40910a78caf95128500836" PRIMARY KEY (id);


--
-- Name: shaon_absence_type shaon_absence_type_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_absence_type shaon_absence_type_company_id_label_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_label_key UNIQUE (company_id, label);


--
-- Name: shaon_absence_type shaon_absence_type_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_pk PRIMARY KEY (id);


--
-- Name: shaon_access_link shaon_access_link_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_digest_key UNIQUE (digest);


--
-- Name: shaon_access_link shaon_access_link_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_pk PRIMARY KEY (id);


--
-- Name: shaon_attendance shaon_attendance_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_attendance shaon_attendance_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_pk PRIMARY KEY (id);


--
-- Name: shaon_attendance_total shaon_attendance_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance_total
    ADD CONSTRAINT shaon_attendance_total_pkey PRIMARY KEY (company_id, department_id, branch_id, status, month, part);


--
-- Name: shaon_audit shaon_audit_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_audit
    ADD CONSTRAINT shaon_audit_pk PRIMARY KEY (id);


--
-- Name: shaon_branch shaon_branch_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_branch shaon_branch_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_pk PRIMARY KEY (id);


--
-- Name: shaon_clock_report shaon_clock_report_company_id_device_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_clock_report
    ADD CONSTRAINT shaon_clock_report_company_id_device_number_key UNIQUE (company_id, device, number);


--
-- Name: shaon_clock_report shaon_clock_report_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_clock_report
    ADD CONSTRAINT shaon_clock_report_pk PRIMARY KEY (id);


--
-- Name: shaon_closed_person shaon_closed_person_company_id_closing_id_employee_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_closed_person
    ADD CONSTRAINT shaon_closed_person_company_id_closing_id_employee_id_key UNIQUE (company_id, closing_id, employee_id);


--
-- Name: shaon_closed_person shaon_closed_person_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_closed_person
    ADD CONSTRAINT shaon_closed_person_pk PRIMARY KEY (id);


--
-- Name: shaon_company shaon_company_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_company
    ADD CONSTRAINT shaon_company_pk PRIMARY KEY (id);


--
-- Name: shaon_correction_request shaon_correction_request_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_correction_request
    ADD CONSTRAINT shaon_correction_request_pk PRIMARY KEY (id);


--
-- Name: shaon_department shaon_department_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_department shaon_department_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_pk PRIMARY KEY (id);


--
-- Name: shaon_employee shaon_employee_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_employee shaon_employee_id_number_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_id_number_hash_key UNIQUE (id_number_hash);


--
-- Name: shaon_employee shaon_employee_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_pk PRIMARY KEY (id);


--
-- Name: shaon_external_id shaon_external_id_company_id_kind_external_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_company_id_kind_external_id_key UNIQUE (company_id, kind, external_id);


--
-- Name: shaon_external_id shaon_external_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_pk PRIMARY KEY (id);


--
-- Name: shaon_leave_document shaon_leave_document_company_id_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_document
    ADD CONSTRAINT shaon_leave_document_company_id_key_key UNIQUE (company_id, key);


--
-- Name: shaon_leave_document shaon_leave_document_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_document
    ADD CONSTRAINT shaon_leave_document_pk PRIMARY KEY (id);


--
-- Name: shaon_leave_request shaon_leave_request_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_pk PRIMARY KEY (id);


--
-- Name: shaon_login shaon_login_company_id_employee_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_employee_id_key UNIQUE (company_id, employee_id);


--
-- Name: shaon_login shaon_login_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_login shaon_login_email_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_email_key_key UNIQUE (email_key);


--
-- Name: shaon_login shaon_login_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_pk PRIMARY KEY (id);


--
-- Name: shaon_manager_limit shaon_manager_limit_company_id_login_id_branch_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_company_id_login_id_branch_id_key UNIQUE (company_id, login_id, branch_id);


--
-- Name: shaon_manager_limit shaon_manager_limit_company_id_login_id_department_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_company_id_login_id_department_id_key UNIQUE (company_id, login_id, department_id);


--
-- Name: shaon_manager_limit shaon_manager_limit_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_pk PRIMARY KEY (id);


--
-- Name: shaon_message shaon_message_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_message
    ADD CONSTRAINT shaon_message_pk PRIMARY KEY (id);


--
-- Name: shaon_month_closing shaon_month_closing_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_month_closing
    ADD CONSTRAINT shaon_month_closing_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_month_closing shaon_month_closing_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_month_closing
    ADD CONSTRAINT shaon_month_closing_pk PRIMARY KEY (id);


--
-- Name: shaon_notice_mark shaon_notice_mark_company_id_mark_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_notice_mark
    ADD CONSTRAINT shaon_notice_mark_company_id_mark_key UNIQUE (company_id, mark);


--
-- Name: shaon_notice_mark shaon_notice_mark_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_notice_mark
    ADD CONSTRAINT shaon_notice_mark_pk PRIMARY KEY (id);


--
-- Name: shaon_payroll_layout shaon_payroll_layout_company_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_payroll_layout
    ADD CONSTRAINT shaon_payroll_layout_company_id_key UNIQUE (company_id);


--
-- Name: shaon_payroll_layout shaon_payroll_layout_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_payroll_layout
    ADD CONSTRAINT shaon_payroll_layout_pk PRIMARY KEY (id);


--
-- Name: shaon_people_file shaon_people_file_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_people_file
    ADD CONSTRAINT shaon_people_file_pk PRIMARY KEY (id);


--
-- Name: shaon_punch shaon_punch_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_pk PRIMARY KEY (id);


--
-- Name: shaon_rate_limit shaon_rate_limit_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_rate_limit
    ADD CONSTRAINT shaon_rate_limit_pk PRIMARY KEY (key);


--
-- Name: shaon_recovery_code shaon_recovery_code_company_id_login_id_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_recovery_code
    ADD CONSTRAINT shaon_recovery_code_company_id_login_id_digest_key UNIQUE (company_id, login_id, digest);


--
-- Name: shaon_recovery_code shaon_recovery_code_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_recovery_code
    ADD CONSTRAINT shaon_recovery_code_pk PRIMARY KEY (id);


--
-- Name: shaon_secret shaon_secret_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_secret
    ADD CONSTRAINT shaon_secret_pk PRIMARY KEY (name);


--
-- Name: shaon_session shaon_session_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_digest_key UNIQUE (digest);


--
-- Name: shaon_session shaon_session_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_pk PRIMARY KEY (id);


--
-- Name: shaon_shift shaon_shift_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_shift shaon_shift_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_pk PRIMARY KEY (id);


--
-- Name: shaon_token shaon_token_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_token shaon_token_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_digest_key UNIQUE (digest);


--
-- Name: shaon_token shaon_token_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_pk PRIMARY KEY (id);


--
-- Name: shaon_token_use shaon_token_use_company_id_token_id_date_ability_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token_use
    ADD CONSTRAINT shaon_token_use_company_id_token_id_date_ability_key UNIQUE (company_id, token_id, date, ability);


--
-- Name: shaon_token_use shaon_token_use_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token_use
    ADD CONSTRAINT shaon_token_use_pk PRIMARY KEY (id);


--
-- Name: shaon_unknown_sign_in shaon_unknown_sign_in_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_unknown_sign_in
    ADD CONSTRAINT shaon_unknown_sign_in_digest_key UNIQUE (digest);


--
-- Name: shaon_unknown_sign_in shaon_unknown_sign_in_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_unknown_sign_in
    ADD CONSTRAINT shaon_unknown_sign_in_pk PRIMARY KEY (id);


--
-- Name: shaon_used_form shaon_used_form_company_id_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_used_form
    ADD CONSTRAINT shaon_used_form_company_id_digest_key UNIQUE (company_id, digest);


--
-- Name: shaon_used_form shaon_used_form_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_used_form
    ADD CONSTRAINT shaon_used_form_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_attempt shaon_webhook_attempt_delivery_id_number_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_delivery_id_number_key UNIQUE (delivery_id, number);


--
-- Name: shaon_webhook_attempt shaon_webhook_attempt_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_delivery shaon_webhook_delivery_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_webhook_delivery shaon_webhook_delivery_event_id_endpoint_id_run_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_event_id_endpoint_id_run_key UNIQUE (event_id, endpoint_id, run);


--
-- Name: shaon_webhook_delivery shaon_webhook_delivery_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_endpoint shaon_webhook_endpoint_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_webhook_endpoint_event shaon_webhook_endpoint_event_company_id_type_endpoint_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_company_id_type_endpoint_id_key UNIQUE (company_id, type, endpoint_id);


--
-- Name: shaon_webhook_endpoint_event shaon_webhook_endpoint_event_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_endpoint shaon_webhook_endpoint_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_event shaon_webhook_event_company_id_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_company_id_id_key UNIQUE (company_id, id);


--
-- Name: shaon_webhook_event shaon_webhook_event_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_pk PRIMARY KEY (id);


--
-- Name: shaon_webhook_secret shaon_webhook_secret_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_secret
    ADD CONSTRAINT shaon_webhook_secret_pk PRIMARY KEY (id);


--
-- Name: shaon_attendance_branch_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_attendance_branch_idx ON public.shaon_attendance USING btree (company_id, branch_id, date, id, department_id, status) WHERE (voided_at IS NULL);


--
-- Name: shaon_attendance_company_id_date_employee_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_attendance_company_id_date_employee_id_idx ON public.shaon_attendance USING btree (company_id, date, employee_id) WHERE ((absence_type IS NOT NULL) AND (voided_at IS NULL));


--
-- Name: shaon_attendance_company_id_date_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_attendance_company_id_date_id_idx ON public.shaon_attendance USING btree (company_id, date, id) WHERE (voided_at IS NULL);


--
-- Name: shaon_attendance_company_id_employee_id_date_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX shaon_attendance_company_id_employee_id_date_key ON public.shaon_attendance USING btree (company_id, employee_id, date) WHERE (voided_at IS NULL);


--
-- Name: shaon_attendance_department_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_attendance_department_idx ON public.shaon_attendance USING btree (company_id, department_id, date, id, branch_id, status) WHERE (voided_at IS NULL);


--
-- Name: shaon_attendance_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_attendance_status_idx ON public.shaon_attendance USING btree (company_id, status, date, id, department_id, branch_id) WHERE (voided_at IS NULL);


--
-- Name: shaon_audit_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_at_idx ON public.shaon_audit USING btree (at);


--
-- Name: shaon_audit_company_id_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_company_id_at_id_idx ON public.shaon_audit USING btree (company_id, at, id);


--
-- Name: shaon_audit_company_id_at_status_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_company_id_at_status_id_idx ON public.shaon_audit USING btree (company_id, at, status, id) WHERE (status >= 400);


--
-- Name: shaon_audit_company_id_kind_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_company_id_kind_at_id_idx ON public.shaon_audit USING btree (company_id, kind, at, id) WHERE (kind <> 'api'::text);


--
-- Name: shaon_audit_company_id_login_id_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_company_id_login_id_at_id_idx ON public.shaon_audit USING btree (company_id, login_id, at, id) WHERE (login_id IS NOT NULL);


--
-- Name: shaon_audit_company_id_token_id_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_audit_company_id_token_id_at_id_idx ON public.shaon_audit USING btree (company_id, token_id, at, id) WHERE (token_id IS NOT NULL);


--
-- Name: shaon_clock_report_company_id_employee_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_clock_report_company_id_employee_id_at_idx ON public.shaon_clock_report USING btree (company_id, employee_id, at);


--
-- Name: shaon_clock_report_company_id_received_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_clock_report_company_id_received_at_idx ON public.shaon_clock_report USING btree (company_id, received_at);


--
-- Name: shaon_clock_report_refused_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_clock_report_refused_idx ON public.shaon_clock_report USING btree (company_id, id) WHERE (answer = 'refused'::text);


--
-- Name: shaon_correction_request_company_id_employee_id_date_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX shaon_correction_request_company_id_employee_id_date_key ON public.shaon_correction_request USING btree (company_id, employee_id, date) WHERE (state = 'pending'::text);


--
-- Name: shaon_correction_request_employee_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_correction_request_employee_idx ON public.shaon_correction_request USING btree (company_id, employee_id, date, id);


--
-- Name: shaon_correction_request_list_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_correction_request_list_idx ON public.shaon_correction_request USING btree (company_id, date, id, state);


--
-- Name: shaon_employee_company_id_branch_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_employee_company_id_branch_id_id_idx ON public.shaon_employee USING btree (company_id, branch_id, id) WHERE (branch_id IS NOT NULL);


--
-- Name: shaon_employee_company_id_department_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_employee_company_id_department_id_id_idx ON public.shaon_employee USING btree (company_id, department_id, id) WHERE (department_id IS NOT NULL);


--
-- Name: shaon_employee_list_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_employee_list_idx ON public.shaon_employee USING btree (company_id, id, status, department_id, branch_id);


--
-- Name: shaon_employee_people_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_employee_people_idx ON public.shaon_employee USING btree (company_id, searched, id, status, role, department_id, branch_id);


--
-- Name: shaon_external_id_company_id_kind_record_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_external_id_company_id_kind_record_id_idx ON public.shaon_external_id USING btree (company_id, kind, record_id);


--
-- Name: shaon_leave_request_company_id_employee_id_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_leave_request_company_id_employee_id_date_idx ON public.shaon_leave_request USING btree (company_id, employee_id, date);


--
-- Name: shaon_leave_request_list_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_leave_request_list_idx ON public.shaon_leave_request USING btree (company_id, date, id, status, type) WHERE (cancelled_at IS NULL);


--
-- Name: shaon_leave_request_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_leave_request_status_idx ON public.shaon_leave_request USING btree (company_id, status, date, id, type) WHERE (cancelled_at IS NULL);


--
-- Name: shaon_login_company_id_employee_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_login_company_id_employee_id_idx ON public.shaon_login USING btree (company_id, employee_id) WHERE ((last_sign_in_at IS NULL) AND (disabled_at IS NULL) AND (employee_id IS NOT NULL));


--
-- Name: shaon_message_company_id_employee_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_message_company_id_employee_id_id_idx ON public.shaon_message USING btree (company_id, employee_id, id);


--
-- Name: shaon_message_company_id_login_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_message_company_id_login_id_id_idx ON public.shaon_message USING btree (company_id, login_id, id) WHERE (login_id IS NOT NULL);


--
-- Name: shaon_message_due_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_message_due_at_id_idx ON public.shaon_message USING btree (due_at, id) WHERE (due_at IS NOT NULL);


--
-- Name: shaon_month_closing_company_id_month_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_month_closing_company_id_month_idx ON public.shaon_month_closing USING btree (company_id, month);


--
-- Name: shaon_people_file_company_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_people_file_company_id_idx ON public.shaon_people_file USING btree (company_id);


--
-- Name: shaon_punch_company_id_attendance_id_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_punch_company_id_attendance_id_at_id_idx ON public.shaon_punch USING btree (company_id, attendance_id, at, id);


--
-- Name: shaon_punch_company_id_employee_id_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_punch_company_id_employee_id_at_idx ON public.shaon_punch USING btree (company_id, employee_id, at);


--
-- Name: shaon_session_company_id_login_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_session_company_id_login_id_idx ON public.shaon_session USING btree (company_id, login_id);


--
-- Name: shaon_token_use_company_id_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_token_use_company_id_date_idx ON public.shaon_token_use USING btree (company_id, date);


--
-- Name: shaon_token_use_company_id_token_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_token_use_company_id_token_id_idx ON public.shaon_token_use USING btree (company_id, token_id) WHERE (revoked > 0);


--
-- Name: shaon_token_use_date_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_token_use_date_idx ON public.shaon_token_use USING btree (date);


--
-- Name: shaon_unknown_sign_in_failed_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_unknown_sign_in_failed_at_idx ON public.shaon_unknown_sign_in USING btree (failed_at);


--
-- Name: shaon_used_form_used_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_used_form_used_at_idx ON public.shaon_used_form USING btree (used_at);


--
-- Name: shaon_webhook_delivery_due_at_endpoint_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_due_at_endpoint_id_idx ON public.shaon_webhook_delivery USING btree (due_at, endpoint_id) WHERE (due_at IS NOT NULL);


--
-- Name: shaon_webhook_delivery_endpoint_id_due_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_endpoint_id_due_at_id_idx ON public.shaon_webhook_delivery USING btree (endpoint_id, due_at, id) WHERE (due_at IS NOT NULL);


--
-- Name: shaon_webhook_delivery_health_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_health_idx ON public.shaon_webhook_delivery USING btree (company_id, endpoint_id, state, finished_at, attempts);


--
-- Name: shaon_webhook_delivery_list_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_list_idx ON public.shaon_webhook_delivery USING btree (company_id, id, endpoint_id, event_type, state, trigger, last_status, attempts, created_at);


--
-- Name: shaon_webhook_delivery_state_endpoint_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_state_endpoint_id_idx ON public.shaon_webhook_delivery USING btree (state, endpoint_id) WHERE ((state = 'in_flight'::text) OR (state = 'held'::text));


--
-- Name: shaon_webhook_delivery_state_finished_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_delivery_state_finished_at_id_idx ON public.shaon_webhook_delivery USING btree (state, finished_at, id) WHERE (finished_at IS NOT NULL);


--
-- Name: shaon_webhook_secret_company_id_endpoint_id_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shaon_webhook_secret_company_id_endpoint_id_id_idx ON public.shaon_webhook_secret USING btree (company_id, endpoint_id, id);


--
-- Name: shaon_attendance shaon_attendance_total_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER shaon_attendance_total_delete AFTER DELETE ON public.shaon_attendance REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.shaon_attendance_total_delete();


--
-- Name: shaon_attendance shaon_attendance_total_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER shaon_attendance_total_insert AFTER INSERT ON public.shaon_attendance REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.shaon_attendance_total_insert();


--
-- Name: shaon_attendance shaon_attendance_total_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER shaon_attendance_total_update AFTER UPDATE ON public.shaon_attendance REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.shaon_attendance_total_update();


--
-- Name: shaon_absence_type shaon_absence_type_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_absence_type
    ADD CONSTRAINT shaon_absence_type_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_access_link shaon_access_link_login_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_access_link
    ADD CONSTRAINT shaon_access_link_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_attendance shaon_attendance_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_attendance shaon_attendance_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_attendance
    ADD CONSTRAINT shaon_attendance_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_branch shaon_branch_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_branch
    ADD CONSTRAINT shaon_branch_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_clock_report shaon_clock_report_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_clock_report
    ADD CONSTRAINT shaon_clock_report_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_closed_person shaon_closed_person_closing_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_closed_person
    ADD CONSTRAINT shaon_closed_person_closing_id_fk FOREIGN KEY (company_id, closing_id) REFERENCES public.shaon_month_closing(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_closed_person shaon_closed_person_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_closed_person
    ADD CONSTRAINT shaon_closed_person_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_correction_request shaon_correction_request_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_correction_request
    ADD CONSTRAINT shaon_correction_request_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_department shaon_department_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_department
    ADD CONSTRAINT shaon_department_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_employee shaon_employee_branch_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_branch_id_fk FOREIGN KEY (company_id, branch_id) REFERENCES public.shaon_branch(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_employee shaon_employee_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_employee shaon_employee_department_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_employee
    ADD CONSTRAINT shaon_employee_department_id_fk FOREIGN KEY (company_id, department_id) REFERENCES public.shaon_department(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_external_id shaon_external_id_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_external_id
    ADD CONSTRAINT shaon_external_id_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_leave_document shaon_leave_document_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_document
    ADD CONSTRAINT shaon_leave_document_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_leave_request shaon_leave_request_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_leave_request shaon_leave_request_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_leave_request
    ADD CONSTRAINT shaon_leave_request_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_login shaon_login_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_login shaon_login_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_login
    ADD CONSTRAINT shaon_login_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_manager_limit shaon_manager_limit_branch_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_branch_id_fk FOREIGN KEY (company_id, branch_id) REFERENCES public.shaon_branch(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_manager_limit shaon_manager_limit_department_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_department_id_fk FOREIGN KEY (company_id, department_id) REFERENCES public.shaon_department(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_manager_limit shaon_manager_limit_login_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_manager_limit
    ADD CONSTRAINT shaon_manager_limit_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_message shaon_message_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_message
    ADD CONSTRAINT shaon_message_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_message shaon_message_login_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_message
    ADD CONSTRAINT shaon_message_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_month_closing shaon_month_closing_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_month_closing
    ADD CONSTRAINT shaon_month_closing_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_notice_mark shaon_notice_mark_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_notice_mark
    ADD CONSTRAINT shaon_notice_mark_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_payroll_layout shaon_payroll_layout_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_payroll_layout
    ADD CONSTRAINT shaon_payroll_layout_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_people_file shaon_people_file_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_people_file
    ADD CONSTRAINT shaon_people_file_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_punch shaon_punch_attendance_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_attendance_id_fk FOREIGN KEY (company_id, attendance_id) REFERENCES public.shaon_attendance(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_punch shaon_punch_employee_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_punch
    ADD CONSTRAINT shaon_punch_employee_id_fk FOREIGN KEY (company_id, employee_id) REFERENCES public.shaon_employee(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_recovery_code shaon_recovery_code_login_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_recovery_code
    ADD CONSTRAINT shaon_recovery_code_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_session shaon_session_login_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_session
    ADD CONSTRAINT shaon_session_login_id_fk FOREIGN KEY (company_id, login_id) REFERENCES public.shaon_login(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_shift shaon_shift_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_shift
    ADD CONSTRAINT shaon_shift_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_token shaon_token_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token
    ADD CONSTRAINT shaon_token_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_token_use shaon_token_use_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_token_use
    ADD CONSTRAINT shaon_token_use_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_used_form shaon_used_form_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_used_form
    ADD CONSTRAINT shaon_used_form_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_attempt shaon_webhook_attempt_delivery_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_attempt
    ADD CONSTRAINT shaon_webhook_attempt_delivery_id_fk FOREIGN KEY (company_id, delivery_id) REFERENCES public.shaon_webhook_delivery(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_delivery shaon_webhook_delivery_endpoint_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_delivery shaon_webhook_delivery_event_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_delivery
    ADD CONSTRAINT shaon_webhook_delivery_event_id_fk FOREIGN KEY (company_id, event_id) REFERENCES public.shaon_webhook_event(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_endpoint shaon_webhook_endpoint_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint
    ADD CONSTRAINT shaon_webhook_endpoint_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_endpoint_event shaon_webhook_endpoint_event_endpoint_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_endpoint_event
    ADD CONSTRAINT shaon_webhook_endpoint_event_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_event shaon_webhook_event_company_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_event
    ADD CONSTRAINT shaon_webhook_event_company_id_fk FOREIGN KEY (company_id) REFERENCES public.shaon_company(id) ON DELETE RESTRICT;


--
-- Name: shaon_webhook_secret shaon_webhook_secret_endpoint_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shaon_webhook_secret
    ADD CONSTRAINT shaon_webhook_secret_endpoint_id_fk FOREIGN KEY (company_id, endpoint_id) REFERENCES public.shaon_webhook_endpoint(company_id, id) ON DELETE RESTRICT;


--
-- PostgreSQL database dump complete
--


