/** What may be asked, field by field (D:W1 to W32, Q3 to Q19). */

const input = (/** @type {string} */ name) => `packages/core/test/input/${name}.test.ts`;

/** @type {import('../mutant.mjs').Group[]} */
export const inputMutants = [
  {
    file: 'packages/core/src/input/amount-field.ts',
    tests: [input('number-fields')],
    faults: [
      ['const MAX = 99_999_999.99', 'const MAX = 99_999_999.98'],
      ['const DECIMALS = 4', 'const DECIMALS = 5'],
      ["!value.startsWith('-'))", 'true)'],
      ['Number.isInteger(value) ? String(BigInt(value)) : String(value)', 'String(value)'],
      ["isZero ? '' : match[1]", 'match[1]'],
      ['<= Math.round(MAX * 10 ** DECIMALS)', '< Math.round(MAX * 10 ** DECIMALS)'],
      ['!/\\.\\d{5}/.test(value)', 'true'],
      ["match[2]!.replace(LEADING_ZEROS, '')", 'match[2]!'],
    ],
  },
  {
    file: 'packages/core/src/input/number-fields.ts',
    tests: [input('number-fields'), input('validate')],
    faults: [
      ['const MAX_ID = 2 ** 31 - 1', 'const MAX_ID = 2 ** 31'],
      ['/^(?:0|[1-9]\\d*)$/', '/^\\d+$/'],
      [
        "issue('min', { min }), (value) => !isInteger(value) || value >= min",
        "issue('min', { min }), (value) => !isInteger(value) || value > min",
      ],
      ['!isInteger(value) || value <= max', '!isInteger(value) || value < max'],
      ['number >= 1 && number <= MAX_ID ? number : 0', 'number >= 1 ? number : 0'],
      ["typeof value !== 'number' || value >= min", "typeof value !== 'number' || value > min"],
      ["typeof value !== 'number' || value <= max", "typeof value !== 'number' || value < max"],
      ["typeof value === 'number' && Number.isFinite(value)", "typeof value === 'number'"],
    ],
  },
  {
    file: 'packages/core/src/input/number-fields.ts',
    tests: [input('number-fields'), input('validate'), 'packages/http-koa/test/v1/paging.test.ts'],
    faults: [
      ['PAGE = { min: 1, max: Number.MAX_SAFE_INTEGER }', 'PAGE = { min: 0, max: Number.MAX_SAFE_INTEGER }'],
      ['PAGE = { min: 1, max: Number.MAX_SAFE_INTEGER }', 'PAGE = { min: 1, max: Number.MAX_VALUE }'],
      ['PER_PAGE = { min: 1, max: 200 }', 'PER_PAGE = { min: 1, max: 201 }'],
      ['PER_PAGE = { min: 1, max: 200 }', 'PER_PAGE = { min: 0, max: 200 }'],
    ],
  },
  {
    file: 'packages/core/src/input/text-fields.ts',
    tests: [input('text-fields'), input('longest-values')],
    faults: [
      ['text.length <= max || codePointLength(text) <= max', 'text.length <= max'],
      ['codePointLength(text) <= max', 'codePointLength(text) < max'],
      ['text.length >= 2 * min || codePointLength(text) >= min', 'text.length >= min'],
      ['(bidiControls ? null : BIDI_CONTROL.exec(value))', 'null'],
      ["multiline ? value.replace(LINE_CONTROL, '') : value", 'value'],
      ["text.normalize('NFC')", 'text'],
      ['while (end > start && isEdge(text, end - 1)) end--;', ''],
      ['while (start < end && isEdge(text, start)) start++;', ''],
      ['(code >= 0x5d0 && code <= 0x5ea)', '(code >= 0x5d0 && code <= 0xffff)'],
    ],
  },
  {
    file: 'packages/core/src/input/contact-fields.ts',
    tests: [input('contact-fields'), input('longest-values')],
    faults: [
      ['const MAX_LOCAL = 64', 'const MAX_LOCAL = 65'],
      ['const MAX_LABEL = 63', 'const MAX_LABEL = 64'],
      ['const EMAIL_MAX = 255', 'const EMAIL_MAX = 256'],
      ['more.length === 0 &&', ''],
      ['labels.length >= 2 &&', ''],
      ['!/^\\d+$/.test(last) &&', ''],
      ["local.split('.').every((atom) => ATOM.test(atom))", 'local.length > 0'],
      ['.toLowerCase(), EMAIL_MAX)', ', EMAIL_MAX)'],
    ],
  },
  {
    file: 'packages/core/src/input/contact-fields.ts',
    tests: [input('contact-fields')],
    faults: [
      ['const PHONE_MIN = 9', 'const PHONE_MIN = 8'],
      ['const PHONE_MAX = 15', 'const PHONE_MAX = 16'],
      ['const PHONE_MIN_DIGITS = 7', 'const PHONE_MIN_DIGITS = 6'],
      ['const CHANGED_PHONE_MAX = 20', 'const CHANGED_PHONE_MAX = 21'],
      ['&& digitCount(value) >= PHONE_MIN_DIGITS', ''],
      ['withoutDirectionMarks(address).trim()', 'address.trim()'],
    ],
  },
  {
    file: 'packages/core/src/input/date-fields.ts',
    tests: [input('date-fields')],
    faults: [
      ['value >= earlier', 'value > earlier'],
      ['/^([01]\\d|2[0-3]):[0-5]\\d$/', '/^\\d\\d:[0-5]\\d$/'],
      ['(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)$/', '(?:Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)?$/'],
      ['date !== undefined && isCalendarDate(date)', 'date !== undefined'],
    ],
  },
  {
    file: 'packages/core/src/companies/company-input.ts',
    tests: ['packages/core/test/companies/zone-setting.test.ts'],
    faults: [['resolveZone(value) !== null', 'resolveZone(value) !== undefined']],
  },
  {
    file: 'packages/core/src/input/list-field.ts',
    tests: [input('list-field')],
    faults: [
      ['const MAX_MEMBERS = 100', 'const MAX_MEMBERS = 101'],
      [".min(1, issue('required'))", ''],
      ['.slice(0, max + 1)', '.slice(0, max)'],
    ],
  },
  {
    file: 'packages/core/src/possible-id.ts',
    tests: ['packages/core/test/impossible-ids.test.ts'],
    faults: [
      ['(id as number) >= 1', '(id as number) >= 0'],
      ['(id as number) <= greatest', 'true'],
      ['Number.isInteger(id) &&', ''],
    ],
  },
  {
    file: 'packages/core/src/input/validate.ts',
    tests: [input('validate'), input('hostile-values'), input('list-field')],
    faults: [
      [
        "typeof value !== 'object' || value === null || Array.isArray(value)",
        "typeof value !== 'object' || value === null",
      ],
      ['if (name !== key) given[name] = [value];', 'if (name !== key) given[name] = value;'],
      ['[...input.prohibited, ...unknownNames(input, given)]', 'input.prohibited'],
      ["errors[name] = [{ rule: 'prohibited' }]", 'errors[name] ??= []'],
      ['Object.hasOwn(given, name) && given[name] !== undefined', 'Object.hasOwn(given, name) && given[name] != null'],
      ['rank(a) - rank(b)', 'rank(b) - rank(a)'],
      ['bracket > 0 ? key.slice(0, bracket) : key', 'key'],
    ],
  },
  {
    file: 'packages/core/src/input/texts-en.ts',
    tests: [input('describe')],
    faults: [
      ["more === 1 ? 'error' : 'errors'", "'errors'"],
      ["field.replaceAll('_', ' ')", 'field'],
    ],
  },
  {
    file: 'packages/core/src/input/required-if.ts',
    tests: ['packages/http-koa/test/conformance/employee-fields.test.ts'],
    faults: [
      ['this.parent[other] !== value', 'true'],
      ['given !== undefined && given !== null', 'given !== undefined'],
    ],
  },
  {
    file: 'packages/core/src/input/absent-and-equal-fields.ts',
    tests: ['packages/core/test/equal-values.test.ts', 'packages/core/test/shifts/shift-service.test.ts'],
    faults: [
      ['value !== undefined && value', 'value'],
      ['value !== undefined', 'value != null'],
      [' && value !== row[column])', ')'],
    ],
  },
];
