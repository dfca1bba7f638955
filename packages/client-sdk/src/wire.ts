// Generated from packages/http-koa/openapi/v1.yaml by tools/codegen. Do not edit: change the contract and run
// `pnpm --filter @shaon/codegen generate`.

export interface paths {
  '/attendance': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List attendance records
     * @description Needs the ability `attendance:read`. A token that holds `attendance:location:read` too finds `location`
     *     in every record; without it the key is missing. Ordered by `date`, then `id`, ascending. Records of
     *     frozen employees are included. `department_id` and `branch_id` mean where the employee is now.
     */
    get: operations['listAttendance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/employees': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List employees
     * @description Needs the ability `employees:read`. Ordered by `id`, ascending. Frozen employees are included unless
     *     `status` filters them out.
     */
    get: operations['listEmployees'];
    put?: never;
    /**
     * Create an employee
     * @description Needs the ability `employees:write`; the answer shows the employee although `employees:read` may be
     *     missing. The role is always `employee` and the status `active`. A login password is generated and sent
     *     by SMS to `phone`; it is never accepted and never returned. `role`, `status`, `password` and
     *     `company_id` are refused with 422 whatever their value. The event `employee.created` follows.
     *
     *     There is no idempotency key: the unique e-mail address is the guard when a request is repeated.
     */
    post: operations['createEmployee'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/employees/{id}': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    /**
     * Get one employee
     * @description Needs the ability `employees:read`. An id of another company is answered exactly like one that does
     *     not exist.
     */
    get: operations['getEmployee'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an employee
     * @description Needs the ability `employees:write`. Send only what is to change: a missing field keeps its value, null
     *     clears it where null is allowed. `role`, `status`, `id_number`, `salary_type`, `hourly_rate`,
     *     `global_salary`, `password` and `company_id` are refused with 422 whatever their value, and then nothing
     *     else of the request is applied. A body that changes nothing answers 200 with the employee as it is and
     *     sends no event; otherwise `employee.updated` follows. Frozen employees can be changed too.
     */
    patch: operations['updateEmployee'];
    trace?: never;
  };
  '/employees/{id}/deactivate': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Freeze an employee
     * @description Needs the ability `employees:write`. Sets the status to `frozen`: the employee can no longer log in or
     *     punch, the records stay, and `employee.updated` follows. Freezing a frozen employee answers 200 with
     *     the unchanged employee and sends no event. The company's last active admin cannot be frozen: 422 without
     *     `errors`, and nothing changes. No body is needed; one that is sent is not read.
     */
    post: operations['deactivateEmployee'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/employees/{id}/activate': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reactivate an employee
     * @description Needs the ability `employees:write`. Sets the status to `active`, and `employee.updated` follows.
     *     Reactivating an active employee answers 200 with the unchanged employee and sends no event. No body is
     *     needed; one that is sent is not read.
     */
    post: operations['activateEmployee'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/departments': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List all departments
     * @description Needs the ability `employees:read`. The complete list, ordered by `id`; paging parameters are ignored.
     */
    get: operations['listDepartments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/branches': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List all branches
     * @description Needs the ability `employees:read`. The complete list, ordered by `id`; paging parameters are ignored.
     */
    get: operations['listBranches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/leave': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List leave requests
     * @description Needs the ability `leave:read`. Ordered by `date`, then `id`, ascending. A leave of several days is one
     *     request for each date. Requests of frozen employees are included, cancelled ones are not.
     */
    get: operations['listLeave'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shifts': {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * List all wage-rate presets
     * @description Needs the ability `shifts:read`. The complete list, ordered by `id`; paging parameters are ignored.
     */
    get: operations['listShifts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description What a token may do
     * @enum {string}
     */
    Ability:
      | 'attendance:read'
      | 'attendance:location:read'
      | 'employees:read'
      | 'employees:write'
      | 'leave:read'
      | 'shifts:read';
    /** @description Id of a company's employee, department, branch or preset; never used again */
    Id: number;
    /** @description Id of an attendance record or leave request; never used again */
    RecordId: number;
    /** @description Decimal digits without sign or leading zeros; 0 matches nothing */
    FilterId: number;
    /**
     * Format: date
     * @description A calendar day, `YYYY-MM-DD`, years 0001 to 9999
     */
    Date: string;
    /**
     * Format: date-time
     * @description An instant in the company's zone, whole seconds with a numeric offset
     */
    DateTime: string;
    /**
     * Format: date-time
     * @description An instant in the company's zone, whole seconds with a numeric offset, or null
     */
    NullableDateTime: string | null;
    /** @description `HH:MM`, 00:00 to 23:59, or null */
    TimeOfDay: string | null;
    /** @description A department or branch by id and name, or null */
    OrgRef: {
      id: components['schemas']['Id'];
      name: string;
    } | null;
    /** @description Where a punch was made, or null when that is not known */
    GpsPoint: {
      /**
       * Format: double
       * @description Degrees of latitude, north positive
       */
      lat: number;
      /**
       * Format: double
       * @description Degrees of longitude, east positive
       */
      lng: number;
      /** @description Accuracy that the device reported, in metres, informational only */
      accuracy_meters: number | null;
    } | null;
    /** @description Present only when the token holds `attendance:location:read` beside `attendance:read` */
    AttendanceLocation: {
      check_in: components['schemas']['GpsPoint'];
      check_out: components['schemas']['GpsPoint'];
    };
    /** @description One working day of one employee */
    Attendance: {
      id: components['schemas']['RecordId'];
      employee_id: components['schemas']['Id'];
      /** @description The working day. A night shift belongs to the day on which it starts. */
      date: components['schemas']['Date'];
      /** @description The day's first punch in; null on a day of absence or when that punch was forgotten */
      check_in: (string & components['schemas']['NullableDateTime']) | null;
      /** @description The day's last punch out; null while the employee is in */
      check_out: (string & components['schemas']['NullableDateTime']) | null;
      /**
       * @description `open` (no check-out yet), `pending`, `approved` or `rejected`; installations may have more, so
       *     treat it as an open string
       */
      status: string;
      /** @description Label of the absence, from the same set as the leave `type`; an open string */
      absence_type: string | null;
      /** @description True when a manager has approved the record */
      is_approved: boolean;
      location?: components['schemas']['AttendanceLocation'];
    };
    /** @description An employee. Wages, id number, balances and password are never returned. */
    Employee: {
      id: components['schemas']['Id'];
      name: string;
      /** @description Unique across the system */
      email: string;
      phone: string | null;
      /** @description `employee` for everybody created through the API; an open string */
      role: string;
      /** @description `active` or `frozen`; treat it as an open string */
      status: string;
      department: components['schemas']['OrgRef'];
      branch: components['schemas']['OrgRef'];
    };
    Department: {
      id: components['schemas']['Id'];
      name: string;
    };
    Branch: {
      id: components['schemas']['Id'];
      name: string;
      address: string | null;
    };
    /**
     * @description Closed set
     * @enum {string}
     */
    LeaveStatus: 'pending' | 'approved' | 'rejected';
    /** @description A request for one day of leave or absence */
    LeaveRequest: {
      id: components['schemas']['RecordId'];
      employee_id: components['schemas']['Id'];
      date: components['schemas']['Date'];
      /**
       * @description Label as the company configured it, for example חופש (vacation), מחלה (sick leave), מילואים (reserve
       *     duty), אבל (bereavement) or היעדרות ללא תשלום (unpaid leave). The set grows: an open string.
       */
      type: string;
      status: components['schemas']['LeaveStatus'];
      /** @description Note of the manager who approved or rejected */
      manager_note: string | null;
      /** @description Whether a document is attached; the document itself is never exposed */
      has_document: boolean;
      created_at: components['schemas']['DateTime'];
      updated_at: components['schemas']['DateTime'];
    };
    /** @description A named wage-rate preset used for payroll; not a scheduled shift */
    Shift: {
      id: components['schemas']['Id'];
      name: string;
      start_time: components['schemas']['TimeOfDay'];
      end_time: components['schemas']['TimeOfDay'];
      /** @description Percent; 100 is the regular rate, 150 is time and a half */
      wage_percentage: number;
    };
    PageLinks: {
      /** Format: uri */
      first: string;
      /** Format: uri */
      last: string;
      /**
       * Format: uri
       * @description Null on the first page
       */
      prev: string | null;
      /**
       * Format: uri
       * @description Null on the last page
       */
      next: string | null;
    };
    PageMeta: {
      current_page: number;
      last_page: number;
      per_page: number;
      total: number;
    };
    AttendancePage: {
      data: components['schemas']['Attendance'][];
      links: components['schemas']['PageLinks'];
      meta: components['schemas']['PageMeta'];
    };
    EmployeePage: {
      data: components['schemas']['Employee'][];
      links: components['schemas']['PageLinks'];
      meta: components['schemas']['PageMeta'];
    };
    LeavePage: {
      data: components['schemas']['LeaveRequest'][];
      links: components['schemas']['PageLinks'];
      meta: components['schemas']['PageMeta'];
    };
    DepartmentList: {
      data: components['schemas']['Department'][];
    };
    BranchList: {
      data: components['schemas']['Branch'][];
    };
    ShiftList: {
      data: components['schemas']['Shift'][];
    };
    EmployeeEnvelope: {
      data: components['schemas']['Employee'];
    };
    EmployeeStatusEnvelope: {
      /** @description A text for people, in the language of the company or of `Accept-Language` */
      message: string;
      data: components['schemas']['Employee'];
    };
    /**
     * @description At most 255 characters (code points, after trimming, in Unicode form NFC); no control characters and no
     *     bidirectional overrides or isolates
     */
    PersonName: string;
    /**
     * Format: email
     * @description Unique across the system, without regard to case
     */
    EmailAddress: string;
    /**
     * @description Must belong to the company of the token; an unknown and a foreign one are refused alike. A string of
     *     digits is taken too.
     */
    OrgId: number | null;
    /**
     * @description `hourly_rate` is needed when `salary_type` is `hourly`, `global_salary` when it is `global`; the other
     *     one, if sent, is checked and dropped.
     */
    NewEmployee: {
      name: components['schemas']['PersonName'];
      /**
       * Format: israeli-id
       * @description Israeli national id, 8 or 9 digits, padded with zeros to nine, with a right check digit; not all
       *     zeros; unique across the system
       */
      id_number: string;
      email: components['schemas']['EmailAddress'];
      /**
       * @description 9 to 15 characters, digits and `+ - ( ) .` and space, at least 7 of them digits; the welcome SMS is
       *     sent here
       */
      phone: string;
      department_id?: components['schemas']['OrgId'];
      branch_id?: components['schemas']['OrgId'];
      /** @enum {string} */
      salary_type: 'hourly' | 'global';
      /** @description Money for an hour. At most four decimals. A numeric string is taken too. */
      hourly_rate?: number | null;
      /** @description Money for a month. At most four decimals. A numeric string is taken too. */
      global_salary?: number | null;
    };
    /** @description Only the fields to change */
    EmployeeChanges: {
      name?: components['schemas']['PersonName'];
      email?: components['schemas']['EmailAddress'];
      /** @description At most 20 characters, digits and `+ - ( ) .` and space; null or an empty text clears it */
      phone?: string | null;
      /** @description Null or an empty text clears it. It is not returned. */
      address?: string | null;
      department_id?: components['schemas']['OrgId'];
      branch_id?: components['schemas']['OrgId'];
    };
    /** @description Every refusal that is not about a single field */
    Error: {
      /** @description A text for people */
      message: string;
    };
    /**
     * @description A refused parameter or body. `errors` is missing when the body as a whole could not be read, and when the
     *     last active admin was to be frozen.
     */
    ValidationError: {
      /** @description The first fault, and how many more there are */
      message: string;
      /** @description By the name of the parameter or field */
      errors?: {
        [key: string]: string[];
      };
    };
    /**
     * @description The six events of version 1
     * @enum {string}
     */
    WebhookEventName:
      | 'attendance.clocked_in'
      | 'attendance.clocked_out'
      | 'leave_request.approved'
      | 'leave_request.rejected'
      | 'employee.created'
      | 'employee.updated';
    /** @description The body of a delivery, byte for byte the same on every retry */
    WebhookEvent:
      | components['schemas']['AttendanceClockedInEvent']
      | components['schemas']['AttendanceClockedOutEvent']
      | components['schemas']['LeaveRequestApprovedEvent']
      | components['schemas']['LeaveRequestRejectedEvent']
      | components['schemas']['EmployeeCreatedEvent']
      | components['schemas']['EmployeeUpdatedEvent'];
    AttendanceClockedInData: {
      employee_id: components['schemas']['Id'];
      attendance_id: components['schemas']['RecordId'];
      check_in: components['schemas']['DateTime'];
    };
    AttendanceClockedOutData: {
      employee_id: components['schemas']['Id'];
      attendance_id: components['schemas']['RecordId'];
      /** @description Null when the punch in was forgotten */
      check_in: (string & components['schemas']['NullableDateTime']) | null;
      check_out: components['schemas']['DateTime'];
    };
    LeaveRequestDecidedData: {
      leave_request_id: components['schemas']['RecordId'];
      employee_id: components['schemas']['Id'];
      date: components['schemas']['Date'];
      /** @description Label as the company configured it; an open string */
      type: string;
      status: components['schemas']['LeaveStatus'];
      manager_note: string | null;
    };
    EmployeeCreatedData: {
      employee_id: components['schemas']['Id'];
      name: string;
      email: string;
      department_id: components['schemas']['NullableId'];
      branch_id: components['schemas']['NullableId'];
    };
    EmployeeUpdatedData: {
      employee_id: components['schemas']['Id'];
      name: string;
      email: string;
      /** @description `active` or `frozen`; treat it as an open string */
      status: string;
      department_id: components['schemas']['NullableId'];
      branch_id: components['schemas']['NullableId'];
    };
    /** @description Id of a department or branch, or null */
    NullableId: number | null;
    AttendanceClockedInEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'attendance.clocked_in';
      data: components['schemas']['AttendanceClockedInData'];
      sent_at: components['schemas']['DateTime'];
    };
    AttendanceClockedOutEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'attendance.clocked_out';
      data: components['schemas']['AttendanceClockedOutData'];
      sent_at: components['schemas']['DateTime'];
    };
    LeaveRequestApprovedEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'leave_request.approved';
      data: components['schemas']['LeaveRequestDecidedData'];
      sent_at: components['schemas']['DateTime'];
    };
    LeaveRequestRejectedEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'leave_request.rejected';
      data: components['schemas']['LeaveRequestDecidedData'];
      sent_at: components['schemas']['DateTime'];
    };
    EmployeeCreatedEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'employee.created';
      data: components['schemas']['EmployeeCreatedData'];
      sent_at: components['schemas']['DateTime'];
    };
    EmployeeUpdatedEvent: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'employee.updated';
      data: components['schemas']['EmployeeUpdatedData'];
      sent_at: components['schemas']['DateTime'];
    };
  };
  responses: {
    /** @description Token missing, malformed, unknown, revoked or expired; which one is not told */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The token lacks the ability. Also the answer to plain http where the operator requires https, then without `X-Required-Ability`. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Required-Ability': components['headers']['X-Required-Ability'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description No such record, one of another company, or no such path; they cannot be told apart */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The path exists, the method does not */
    MethodNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is larger than 100 kB */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is not declared as JSON */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A query parameter is invalid. Nothing was read. */
    UnprocessableFilters: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ValidationError'];
      };
    };
    /** @description `company_id` was supplied */
    UnprocessableCompanyId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ValidationError'];
      };
    };
    /**
     * @description `company_id` was supplied, or the employee is the company's last active admin; of that one there are no
     *     `errors`
     */
    UnprocessableFreeze: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ValidationError'];
      };
    };
    /** @description The body is not JSON, or fields are missing or invalid. Nothing was created. */
    UnprocessableNewEmployee: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ValidationError'];
      };
    };
    /** @description The body is not JSON, or fields are invalid or not changeable here. Nothing was changed. */
    UnprocessableChanges: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ValidationError'];
      };
    };
    /** @description The rate limit is exceeded */
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A fault of the service. Quote `X-Request-Id` to support. */
    ServerError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The service is starting, stopping, or has no database. Without `Retry-After`. */
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'X-API-Version': components['headers']['X-API-Version'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: {
    /**
     * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
     *     default) and of error texts about parameters and fields (English by default).
     * @example he
     */
    AcceptLanguage: string;
    /**
     * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
     *     kept; any other is replaced.
     * @example payroll-2026-10-0017
     */
    RequestId: string;
    /**
     * @description The employee's id. Anything but a canonical positive integer is answered with 404.
     * @example 17
     */
    EmployeeId: number;
    /**
     * @description Records on a page
     * @example 100
     */
    PerPage: number;
    /**
     * @description Which page; used by the URLs in `links`
     * @example 2
     */
    Page: number;
    /**
     * @description First day, inclusive
     * @example 2026-10-01
     */
    AttendanceDateFrom: components['schemas']['Date'];
    /**
     * @description Last day, inclusive; not before `date_from`
     * @example 2026-10-31
     */
    AttendanceDateTo: components['schemas']['Date'];
    /**
     * @description Only requests on or after this date
     * @example 2026-10-01
     */
    LeaveDateFrom: components['schemas']['Date'];
    /**
     * @description Only requests on or before this date; not before `date_from`
     * @example 2026-10-31
     */
    LeaveDateTo: components['schemas']['Date'];
    /**
     * @description Only this employee. An unknown id, or one of another company, matches nothing.
     * @example 17
     */
    EmployeeIdFilter: components['schemas']['FilterId'];
    /**
     * @description Only employees who are in this department now. An unknown id matches nothing.
     * @example 3
     */
    DepartmentIdFilter: components['schemas']['FilterId'];
    /**
     * @description Only employees who are in this branch now. An unknown id matches nothing.
     * @example 2
     */
    BranchIdFilter: components['schemas']['FilterId'];
    /**
     * @description Only records with exactly this status. `open`, `pending`, `approved` and `rejected` are in use and
     *     installations may have more; an unknown one matches nothing.
     * @example approved
     */
    AttendanceStatusFilter: string;
    /**
     * @description Only employees with exactly this status, `active` or `frozen`; any other matches nothing.
     * @example active
     */
    EmployeeStatusFilter: string;
    /**
     * @description Only requests with this status
     * @example approved
     */
    LeaveStatusFilter: components['schemas']['LeaveStatus'];
    /**
     * @description The exact label of the leave type, case-sensitive, trimmed and compared in Unicode form NFC. An unknown
     *     one matches nothing.
     * @example חופש
     */
    LeaveTypeFilter: string;
    /**
     * @description `sha256=` and the lower-case hex HMAC-SHA256 of the exact request body. The key is the UTF-8 text of the
     *     signing secret as it was shown, `whsec_` included. Compare in constant time. It carries no time, so it
     *     does not stop replays; the webhook-signature header does.
     * @example sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17
     */
    'X-Service-Signature': string;
    /**
     * @description The event's name, as in the body
     * @example employee.created
     */
    'X-Service-Event': components['schemas']['WebhookEventName'];
    /**
     * @description Name of this delivery, the same on every retry. Use it to drop duplicates.
     * @example msg_4711
     */
    'X-Service-Delivery': string;
    /**
     * @description 1 for the first attempt, 2 to 6 for the retries; more only when attempts were interrupted
     * @example 1
     */
    'X-Service-Attempt': number;
    /**
     * @description Present and `1` when an admin sent this event with sample data to try the address
     * @example 1
     */
    'X-Service-Test': '1';
    /**
     * @description Standard Webhooks 1.0, message id, the same on every retry
     * @example msg_4711
     */
    'webhook-id': string;
    /**
     * @description Standard Webhooks 1.0, seconds since 1970 when this attempt was signed
     * @example 1792904400
     */
    'webhook-timestamp': string;
    /**
     * @description Standard Webhooks 1.0: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The
     *     key is what the secret's part after `whsec_` decodes to. Several, divided by spaces, while a secret is
     *     being changed.
     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
     */
    'webhook-signature': string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Names this request in the audit log. Quote it to support.
     * @example 01JAYQ7M3T8Z5V9C2K4R6X0WBD
     */
    'X-Request-Id': string;
    /**
     * @description Version of the contract
     * @example 1.0.1
     */
    'X-API-Version': string;
    /**
     * @description Requests allowed in a minute, 60 unless the operator changed it
     * @example 60
     */
    'X-RateLimit-Limit': number;
    /**
     * @description Requests left in this window after this one
     * @example 59
     */
    'X-RateLimit-Remaining': number;
    /**
     * @description When the window ends, seconds since 1970
     * @example 1792904460
     */
    'X-RateLimit-Reset': number;
    /**
     * @description Whole seconds until the window ends. Only on 429.
     * @example 23
     */
    'Retry-After': number;
    /**
     * @description Present when unknown query parameters or body fields were ignored: their names, percent-encoded and
     *     divided by commas, at most 10 of at most 64 characters, then `%E2%80%A6` when there were more.
     * @example departement_id
     */
    'X-Ignored-Parameters': string;
    /**
     * @description The ability that the token lacks
     * @example leave:read
     */
    'X-Required-Ability': components['schemas']['Ability'];
    /**
     * @description With `error="invalid_token"` when a token was presented
     * @example Bearer realm="api", error="invalid_token"
     */
    'WWW-Authenticate': string;
    /**
     * @description The methods of this path
     * @example GET, HEAD
     */
    Allow: string;
    /**
     * @description URL of the new employee
     * @example https://shaon.example/api/v1/employees/17
     */
    Location: string;
    /**
     * @description Personal data is not to be stored on the way
     * @example no-store, private
     */
    'Cache-Control': string;
    /**
     * @description The answer depends on the token
     * @example Authorization
     */
    Vary: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAttendance: {
    parameters: {
      query?: {
        /**
         * @description First day, inclusive
         * @example 2026-10-01
         */
        date_from?: components['parameters']['AttendanceDateFrom'];
        /**
         * @description Last day, inclusive; not before `date_from`
         * @example 2026-10-31
         */
        date_to?: components['parameters']['AttendanceDateTo'];
        /**
         * @description Only this employee. An unknown id, or one of another company, matches nothing.
         * @example 17
         */
        employee_id?: components['parameters']['EmployeeIdFilter'];
        /**
         * @description Only employees who are in this department now. An unknown id matches nothing.
         * @example 3
         */
        department_id?: components['parameters']['DepartmentIdFilter'];
        /**
         * @description Only employees who are in this branch now. An unknown id matches nothing.
         * @example 2
         */
        branch_id?: components['parameters']['BranchIdFilter'];
        /**
         * @description Only records with exactly this status. `open`, `pending`, `approved` and `rejected` are in use and
         *     installations may have more; an unknown one matches nothing.
         * @example approved
         */
        status?: components['parameters']['AttendanceStatusFilter'];
        /**
         * @description Records on a page
         * @example 100
         */
        per_page?: components['parameters']['PerPage'];
        /**
         * @description Which page; used by the URLs in `links`
         * @example 2
         */
        page?: components['parameters']['Page'];
      };
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of attendance records */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AttendancePage'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableFilters'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEmployees: {
    parameters: {
      query?: {
        /**
         * @description Only employees who are in this department now. An unknown id matches nothing.
         * @example 3
         */
        department_id?: components['parameters']['DepartmentIdFilter'];
        /**
         * @description Only employees who are in this branch now. An unknown id matches nothing.
         * @example 2
         */
        branch_id?: components['parameters']['BranchIdFilter'];
        /**
         * @description Only employees with exactly this status, `active` or `frozen`; any other matches nothing.
         * @example active
         */
        status?: components['parameters']['EmployeeStatusFilter'];
        /**
         * @description Records on a page
         * @example 100
         */
        per_page?: components['parameters']['PerPage'];
        /**
         * @description Which page; used by the URLs in `links`
         * @example 2
         */
        page?: components['parameters']['Page'];
      };
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of employees */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeePage'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableFilters'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createEmployee: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    /** @description At most 100 kB. An empty body counts as an empty object. */
    requestBody: {
      content: {
        'application/json': components['schemas']['NewEmployee'];
      };
    };
    responses: {
      /** @description The new employee */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeeEnvelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableNewEmployee'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getEmployee: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The employee */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeeEnvelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableCompanyId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateEmployee: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    /** @description At most 100 kB. An empty body counts as an empty object. */
    requestBody?: {
      content: {
        'application/json': components['schemas']['EmployeeChanges'];
      };
    };
    responses: {
      /** @description The employee as it is now */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeeEnvelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableChanges'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deactivateEmployee: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The frozen employee, with a text in the language of the company or of `Accept-Language` */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeeStatusEnvelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableFreeze'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  activateEmployee: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The employee's id. Anything but a canonical positive integer is answered with 404.
         * @example 17
         */
        id: components['parameters']['EmployeeId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The active employee, with a text in the language of the company or of `Accept-Language` */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmployeeStatusEnvelope'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableCompanyId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDepartments: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All departments */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DepartmentList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableCompanyId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBranches: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All branches */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BranchList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableCompanyId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLeave: {
    parameters: {
      query?: {
        /**
         * @description Only requests on or after this date
         * @example 2026-10-01
         */
        date_from?: components['parameters']['LeaveDateFrom'];
        /**
         * @description Only requests on or before this date; not before `date_from`
         * @example 2026-10-31
         */
        date_to?: components['parameters']['LeaveDateTo'];
        /**
         * @description Only this employee. An unknown id, or one of another company, matches nothing.
         * @example 17
         */
        employee_id?: components['parameters']['EmployeeIdFilter'];
        /**
         * @description Only requests with this status
         * @example approved
         */
        status?: components['parameters']['LeaveStatusFilter'];
        /**
         * @description The exact label of the leave type, case-sensitive, trimmed and compared in Unicode form NFC. An unknown
         *     one matches nothing.
         * @example חופש
         */
        type?: components['parameters']['LeaveTypeFilter'];
        /**
         * @description Records on a page
         * @example 100
         */
        per_page?: components['parameters']['PerPage'];
        /**
         * @description Which page; used by the URLs in `links`
         * @example 2
         */
        page?: components['parameters']['Page'];
      };
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of leave requests */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LeavePage'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableFilters'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listShifts: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `he` or `en`. Chooses the language of the `message` of freeze and reactivate (the company's own by
         *     default) and of error texts about parameters and fields (English by default).
         * @example he
         */
        'Accept-Language'?: components['parameters']['AcceptLanguage'];
        /**
         * @description Your own name for this request. One of 1 to 64 letters, digits, dots, underscores and hyphens is
         *     kept; any other is replaced.
         * @example payroll-2026-10-0017
         */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All wage-rate presets */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-API-Version': components['headers']['X-API-Version'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'X-Ignored-Parameters': components['headers']['X-Ignored-Parameters'];
          'Cache-Control': components['headers']['Cache-Control'];
          Vary: components['headers']['Vary'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShiftList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      422: components['responses']['UnprocessableCompanyId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['ServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
}
