/*
 * The forbidden imports, as rules of dependency-cruiser, made from lists of the allowed ones. A folder or file of core,
 * webhooks or http-koa that is in no list is refused, so every new one must be added here.
 */

/**
 * The layers of a package's src, from the top down. A name is a folder or a file without its extension; a file of a
 * folder may have a lower layer of its own. Each imports only from the layers below, not from others of its own layer.
 */
const FLOORS = {
  core: [
    ['testing'],
    ['index', 'doors'],
    ['core', 'absence-days', 'digest', 'export', 'import', 'managers', 'months', 'move', 'payroll'],
    ['hours'],
    ['retention', 'rotation', 'operator'],
    ['options'],
    ['entities'],
    ['clocks', 'correction-requests'],
    ['attendance', 'leave'],
    ['notices'],
    ['employees'],
    ['accounts'],
    ['closed-months', 'token-use'],
    ['organization', 'shifts', 'absence-types', 'messages', 'tokens', 'import/people-file'],
    ['external-ids'],
    ['companies'],
    ['service-parts'],
    ['audit', 'events'],
    ['secrets'],
    ['logging'],
    ['database', 'input', 'keys'],
    ['abilities-and-roles'],
    ['actor'],
    ['guarded-handler', 'option-rules', 'port-fault', 'possible-id', 'unchanged-since', 'unfinished-sign-in'],
    ['time', 'csv-text', 'errors', 'ability-names', 'locale', 'log', 'core-services', 'retry', 'get-or-make'],
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
    ['address-guard', 'sql-clock', 'request-headers', 'retry-schedule', 'signature'],
  ],
};

/**
 * Exceptions within a layer, each in one direction: [importer, imported, why].
 *
 * @type {Readonly<Record<keyof typeof FLOORS, readonly (readonly [string, string, string])[]>>}
 */
const WITHIN_FLOOR = {
  core: [
    ['core', 'absence-days', 'core wires everything'],
    ['core', 'digest', 'core wires everything'],
    ['core', 'export', 'core wires everything'],
    ['core', 'import', 'core wires everything'],
    ['core', 'managers', 'core wires everything'],
    ['core', 'months', 'core wires everything'],
    ['core', 'payroll', 'core wires everything'],
    ['payroll', 'months', 'a closed month is paid as its closing kept it'],
    ['export', 'import', 'an export is written in the form that the import reads'],
    ['database', 'input', 'a column converts what input has validated'],
  ],
  webhooks: [],
};

/**
 * Copies of columns, in packages/core/src, and the only files that may import them: those that own the rows. Services
 * and the import change rows through the owners.
 */
const OWNED = [{ owned: 'employees/employee-copies', importers: '/employees/(employee-store|new-employee-row)\\.ts$' }];

/** Which of our packages a package's src may import, and in http-koa also those that only its pages and its host may. */
const PACKAGE_ARROWS = { 'client-sdk': [], core: [], webhooks: ['client-sdk', 'core'], 'http-koa': ['core'] };
const OF_PAGES_AND_HOST = ['webhooks'];

/** Folders and files of packages/http-koa/src, and the only ones that may import them. */
const HTTP_KOA_IMPORTERS = {
  host: ['host'],
  http: ['http', 'v1', 'admin', 'host'],
  admin: ['admin', 'host'],
  v1: ['v1', 'docs', 'index', 'host'],
  docs: ['docs', 'index', 'host'],
  index: ['index'],
};

/**
 * Core's doors besides its own, and the only sources that may import them. `time` is pure, so everybody may. Tests may
 * import every door.
 */
const CORE_DOORS = {
  storage: '^packages/webhooks/src/',
  input: '^packages/(webhooks/src|http-koa/src/v1)/',
};

/** Third-party packages that only some folders may import, because an embedding product need not install them. */
const THIRD_PARTY = [
  { name: 'http-koa', of: 'better-sqlite3|pg|ioredis|prom-client', only: ['host'] },
  { name: 'core', of: 'better-sqlite3|pg', only: ['database'] },
];

/** Tests that compare two packages; only they may import another package's internal files. */
const JOINT_TESTS = '^packages/client-sdk/test/(real-host|webhooks/own-sender)\\.test\\.ts$';

const TESTING_DOORS = '^(tools/testing/|packages/[^/]+/dist/testing/)';

const src = (/** @type {string} */ name) => `^packages/${name}/src/`;
const areas = (/** @type {string} */ name, /** @type {readonly string[]} */ list) =>
  `^packages/${name}/src/(${list.join('|')})(/|\\.ts$)`;

/** @param {string} name @param {object} from @param {object} to */
const forbid = (name, from, to) => /** @type {const} */ ({ name, severity: 'error', from, to });

/** Each area imports from itself and from the floors below. @param {keyof typeof FLOORS} name */
function floorRules(name) {
  const floors = FLOORS[name];
  return [
    forbid(`an area of ${name} has no floor`, { path: src(name), pathNot: areas(name, floors.flat()) }, {}),
    ...floors.flatMap((floor, index) =>
      floor.map((area) => {
        const beside = WITHIN_FLOOR[name].filter(([importer]) => importer === area).map(([, imported]) => imported);
        const allowed = [area, ...beside, ...floors.slice(index + 1).flat()];
        const to = { path: src(name), pathNot: areas(name, allowed) };
        return forbid(`${name}: ${area} imports only from the floors below`, { path: areas(name, [area]) }, to);
      }),
    ),
  ];
}

/** @param {string} name @param {readonly string[]} imported @param {object} from */
const arrowRule = (name, imported, from) =>
  forbid(`src of ${name} imports another part of the project`, from, {
    path: '^(packages|tools|examples|bench|scripts|test-vectors)/',
    pathNot: [
      src(name),
      `^packages/${name}/package\\.json$`,
      ...imported.map((other) => `^packages/${other}/dist/(?!testing/)`),
    ],
  });

export const FORBIDDEN = [
  forbid('a circle', { path: '^packages/[^/]+/src/' }, { circular: true }),
  forbid('not a public door', {}, { path: '^@shaon/', couldNotResolve: true }),
  forbid(
    'reaches outside its own package',
    { path: '^(packages/[^/]+|examples/[^/]+|tools/[^/]+|bench)/', pathNot: JOINT_TESTS },
    {
      path: '^(packages|examples|tools|bench)/',
      pathNot: ['^$1/', '^packages/[^/]+/dist/', '^tools/testing/'],
    },
  ),
  forbid('only tests import a testing door', { path: '^examples/', pathNot: '/test/' }, { path: TESTING_DOORS }),
  ...Object.entries(PACKAGE_ARROWS).flatMap(([name, imported]) =>
    name === 'http-koa'
      ? [
          arrowRule(name, imported, { path: src(name), pathNot: areas(name, ['admin', 'host']) }),
          arrowRule(name, [...imported, ...OF_PAGES_AND_HOST], { path: areas(name, ['admin', 'host']) }),
        ]
      : [arrowRule(name, imported, { path: src(name) })],
  ),
  forbid(
    'a package without arrows',
    { path: '^packages/', pathNot: `^packages/(${Object.keys(PACKAGE_ARROWS).join('|')})/` },
    {},
  ),
  forbid('client-sdk runs without Node', { path: src('client-sdk') }, { dependencyTypes: ['core'] }),
  ...THIRD_PARTY.map(({ name, of, only }) =>
    forbid(
      `${name}: only ${only} imports ${of}`,
      { path: src(name), pathNot: areas(name, only) },
      { path: `(^|/node_modules/(@types/)?)(${of})(/|$)` },
    ),
  ),
  ...Object.entries(CORE_DOORS).map(([door, importers]) =>
    forbid(
      `not a door for this code: @shaon/core/${door}`,
      { path: '^(packages/[^/]+/src|examples/[^/]+/src)/', pathNot: importers },
      { path: `^packages/core/dist/doors/${door}\\.` },
    ),
  ),
  ...floorRules('core'),
  ...floorRules('webhooks'),
  forbid(
    'an area of http-koa without importers',
    { path: src('http-koa') },
    { path: src('http-koa'), pathNot: areas('http-koa', Object.keys(HTTP_KOA_IMPORTERS)) },
  ),
  ...Object.entries(HTTP_KOA_IMPORTERS).map(([area, importers]) =>
    forbid(
      `http-koa: only ${importers.join(', ')} import ${area}`,
      { path: src('http-koa'), pathNot: areas('http-koa', importers) },
      { path: areas('http-koa', [area]) },
    ),
  ),
  ...OWNED.map(({ owned, importers }) =>
    forbid(
      `only its owners import ${owned}`,
      { path: src('core'), pathNot: [importers, areas('core', [owned])] },
      { path: areas('core', [owned]) },
    ),
  ),
];
