// Makes the reference of the SDK from the contract: every method with its ability, filters, fields, bounds and units.

import { sdkMethodOf } from './sdk-methods.mjs';

const MARK = '<!-- reference: `npm run generate` puts it here for the served page -->\n';

/** Each record once, by the heading of its fields. */
const RECORDS = ['Attendance', 'Employee', 'Department', 'Branch', 'LeaveRequest', 'Shift'];

/** The unit of each format; the unit of a number is in its description. */
const UNITS = {
  date: '`YYYY-MM-DD`',
  'date-time': 'whole seconds with offset, such as `2026-10-25T08:02:11+02:00`',
  uri: 'URL',
};

/** @param {string} page docs/client-sdk.md @returns {string} the page with the reference in place of its last section */
export function withSdkReference(page, reference) {
  const [before, ...rest] = page.split(MARK);
  if (rest.length !== 1) throw new Error(`docs/client-sdk.md needs the line ${MARK}once.`);
  return `${before}\n${reference}\n`;
}

/** @returns {string} Markdown */
export function sdkReference(contract) {
  const follow = (node) => (node?.$ref === undefined ? node : follow(at(contract, node.$ref)));
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    ['get', 'post', 'patch'].flatMap((method) => (item[method] === undefined ? [] : [{ path, method, item }])),
  );
  const methods = operations.map(({ path, method, item }) => {
    const { operationId, summary, description, parameters = [], requestBody, ...operation } = item[method];
    const name = sdkMethodOf(operationId);
    const more = (operation['x-optional-abilities'] ?? []).map((ability) => `, and \`${ability}\` for more`);
    const filters = parameters.map(follow).filter((parameter) => parameter.in === 'query');
    const body = requestBody?.content['application/json'].schema;
    return [
      `### \`${name}\``,
      `${summary}: \`${method.toUpperCase()} ${path}\`. Ability \`${operation['x-required-ability']}\`${more.join('')}.`,
      sentence(oneLine(description.replace(/^Needs the ability `[^`]+`[.;]\s*/, ''))),
      ...(filters.length === 0
        ? []
        : [
            table(
              'filter',
              filters.map((filter) => [filter.name, filter, filter.schema]),
            ),
          ]),
      ...(body === undefined ? [] : [`${sentence(oneLine(follow(body).description))}`, bodyTable(body)]),
    ];
  });
  const records = RECORDS.map((name) => {
    const schema = contract.components.schemas[name];
    const said = schema.description === undefined ? [] : [sentence(schema.description)];
    return [`### \`${name}\``, ...said, fieldTable(schema)];
  });
  return [['## Every method'], ...methods, ['## Every field'], ...records]
    .map((part) => part.join('\n\n'))
    .join('\n\n');

  function table(head, rows) {
    const lines = rows.map(([name, described, schema, isNeeded = false]) => {
      const flat = flatten(schema);
      const text = described.description ?? flat.description ?? '';
      return `| \`${name}\`${isNeeded ? ', needed' : ''} | ${typeOf(flat)} | ${boundsOf(flat)} | ${cell(text)} |`;
    });
    return [`| ${head} | type | bounds, unit | |`, '|---|---|---|---|', ...lines].join('\n');
  }

  function bodyTable(schema) {
    const { properties, required = [] } = follow(schema);
    const rows = Object.entries(properties).map(([name, field]) => [name, field, field, required.includes(name)]);
    return table('field', rows);
  }

  function fieldTable(schema) {
    const rows = [];
    const collect = (node, prefix) => {
      const { properties = {}, required = [] } = flatten(node);
      for (const [name, field] of Object.entries(properties)) {
        const flat = flatten(field);
        const missing = required.includes(name) ? '' : 'May be missing. ';
        rows.push([prefix + name, { description: `${missing}${field.description ?? flat.description ?? ''}` }, field]);
        if (flat.type === 'object') collect(field, `${prefix}${name}.`);
      }
    };
    collect(schema, '');
    return table('field', rows);
  }

  /** A schema with the schemas that it refers to, its own members first. */
  function flatten(node) {
    const { $ref, allOf = [], ...own } = node;
    const parts = [$ref === undefined ? undefined : { $ref }, ...allOf].filter((part) => part !== undefined);
    return Object.assign({}, ...parts.map((part) => flatten(follow(part))), own);
  }
}

function at(contract, pointer) {
  return pointer
    .slice(2)
    .split('/')
    .reduce((found, part) => found[part], contract);
}

function typeOf({ type, nullable, enum: values }) {
  const name = values === undefined ? type : values.map((value) => `\`'${value}'\``).join(', ');
  return nullable === true ? `${name} or null` : name;
}

function boundsOf(schema) {
  const { minimum, maximum, minLength, maxLength, format, pattern, default: fallback } = schema;
  const unit = UNITS[format] ?? (pattern?.includes('[0-5][0-9]') ? '`HH:MM`' : '');
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    unit,
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function range(low, high, what) {
  if (low === undefined && high === undefined) return '';
  if (high === undefined) return `${low} or more${what}`;
  return low === undefined ? `at most ${high}${what}` : `${low} to ${high}${what}`;
}

/** With a capital, and a full stop. */
function sentence(text) {
  return `${text[0]?.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function oneLine(text) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n');
}

function cell(text) {
  return oneLine(text).replaceAll('\n\n', ' ').replaceAll('|', '\\|');
}
