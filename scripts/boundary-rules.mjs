/*
 * The allowed imports, as data for scripts/boundaries.mjs. A folder or file that is in no list is refused, so every new
 * one must be added here.
 */

/**
 * The layers of a package's src, from the top down. A name is a folder or a file without its extension. Each imports
 * only from the layers below, not from others of its own layer.
 */
export const FLOORS = {
  core: [
    ['testing'],
    ['index', 'extension'],
    ['core', 'absence-days', 'export', 'import', 'move'],
    ['retention', 'rotation', 'external-id-records'],
    ['options'],
    ['entities'],
    ['attendance', 'leave'],
    ['employees'],
    ['accounts'],
    ['token-use'],
    ['organization', 'shifts', 'absence-types', 'messages', 'tokens'],
    ['external-ids'],
    ['companies', 'recount'],
    ['service-parts'],
    ['audit', 'events'],
    ['secrets'],
    ['logging'],
    ['database', 'input', 'keys'],
    ['abilities-and-roles'],
    ['actor'],
    ['guarded-handler', 'option-rules', 'port-fault', 'possible-id', 'unchanged-since', 'unfinished-sign-in'],
    ['time', 'errors', 'ability-names', 'locale', 'log', 'core-services', 'retry', 'get-or-make', 'sync-folder'],
  ],
  webhooks: [
    ['index'],
    ['webhooks'],
    ['dispatch', 'signatures'],
    ['entities'],
    ['deliveries'],
    ['endpoints'],
    ['options'],
    ['delivery-rows', 'errors', 'migrations'],
    ['address-guard', 'database-clock', 'failing-policy', 'request-headers', 'retry-schedule', 'signature'],
  ],
};

/**
 * Exceptions within a layer, each in one direction: [importer, imported, why].
 *
 * @type {Readonly<Record<keyof typeof FLOORS, readonly (readonly [string, string, string])[]>>}
 */
export const WITHIN_FLOOR = {
  core: [
    ['core', 'absence-days', 'core wires everything'],
    ['core', 'export', 'core wires everything'],
    ['core', 'import', 'core wires everything'],
    ['export', 'import', 'an export is written in the form that the import reads'],
    ['database', 'input', 'a column converts what input has validated'],
  ],
  webhooks: [],
};

/**
 * Folders of which the rest of the package imports only some files.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const SEAMS = {};

/**
 * Stored counts and copies of columns, in packages/core/src, and the only files that may import them: those that own the
 * rows or read their lists. Services and the import change rows through the owners.
 */
export const OWNED = [
  {
    owned: 'database/counts',
    importers: /\/(attendance|employees|leave)\/([a-z-]+-(store|count|queries|list-texts)|records-of-employee)\.ts$/,
  },
  { owned: 'employees/employee-copies', importers: /\/employees\/(employee-store|new-employee-row)\.ts$/ },
];

/** Which of our packages a package's src may import. A package not listed is refused. */
export const PACKAGE_ARROWS = {
  'client-sdk': [],
  core: [],
  webhooks: ['@shaon/core'],
  'http-koa': ['@shaon/core'],
};

/** Packages that only one folder of a package's src may import in addition. */
export const FOLDER_ARROWS = {
  'http-koa/host': ['@shaon/webhooks'],
};

/**
 * Folders and files of packages/http-koa/src, and the only ones that may import them.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const HTTP_KOA_IMPORTERS = {
  host: ['host'],
  http: ['http', 'v1', 'admin', 'host'],
  admin: ['admin', 'host'],
  v1: ['v1', 'index', 'host'],
  index: [],
};

/** Third-party packages that only some folders may import, because an embedding product need not install them. */
export const THIRD_PARTY = [
  {
    package: 'http-koa',
    names: ['better-sqlite3', 'pg', 'ioredis', 'prom-client', '@peculiar/x509'],
    folders: ['host'],
  },
  { package: 'core', names: ['better-sqlite3', 'pg'], folders: ['database'] },
];

/** Packages that run on every runtime with fetch, so they import no modules of Node. */
export const WITHOUT_NODE = ['client-sdk'];

/** Tests that compare two packages; only they may import another package's internal files. */
export const JOINT_TESTS = [
  'packages/client-sdk/test/real-host.test.ts',
  'packages/client-sdk/test/webhooks/own-sender.test.ts',
];
