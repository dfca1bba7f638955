/** Calendar dates, zones and their offsets (D:T4, T7). */

const dates = ['packages/core/test/time/calendar-date.test.ts'];
const zones = ['packages/core/test/time/zone.test.ts', 'packages/core/test/time/zone-oracle.test.ts'];

/** @type {import('../mutant.mjs').Group[]} */
export const timeMutants = [
  {
    file: 'packages/core/src/time/calendar-date.ts',
    tests: dates,
    faults: [
      ['year % 100 !== 0 || year % 400 === 0', 'year % 100 !== 0'],
      ['year % 4 === 0 && (', 'year % 4 === 0 || ('],
      ['isLeapYear(year) ? 29', 'isLeapYear(year) ? 28'],
      ['[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]', '[31, 28, 31, 30, 31, 31, 31, 31, 30, 31, 30, 31]'],
      ['year >= 1 && day >= 1', 'day >= 1'],
      ['year >= 1 && day >= 1', 'year >= 1 && day >= 0'],
      ['day <= monthLength(year, month)', 'day < monthLength(year, month)'],
      ['day < FIRST_DAY ||', ''],
      ['|| day > LAST_DAY', ''],
      ['(dayNumber(date) + 4) % 7', '(dayNumber(date) + 3) % 7'],
      ['`${date.slice(0, 7)}-01`', '`${date.slice(0, 7)}-02`'],
    ],
  },
  {
    file: 'packages/core/src/time/zone-offsets.ts',
    tests: zones,
    faults: [
      ['segment.since <= instant', 'segment.since < instant'],
      ['this.#lookUp(middle) === offset', 'this.#lookUp(middle) !== offset'],
      ["match[1] === '+' ? minutes : -minutes", 'minutes'],
      ['Number(match[2]) * 60 + Number(match[3])', 'Number(match[2]) * 60'],
      ["offsetMs < 0 ? '-' : '+'", "'+'"],
      ['return after;', 'return before;'],
    ],
  },
  {
    file: 'packages/core/src/time/zone.ts',
    tests: zones,
    faults: [
      ['if (/^[a-z]*[+\\u2212-]\\d/i.test(name)) return null;', ''],
      ["which === 'earlier' ? Math.min(...candidates) : Math.max(...candidates)", 'Math.min(...candidates)'],
      ["which === 'earlier' ? Math.min(...candidates) : Math.max(...candidates)", 'Math.max(...candidates)'],
      ['found.length > 0 ? found : [wall - before]', '[wall - before]'],
      ['[wall - before]', '[wall - after]'],
      ['if (moved + offsetMs === wall) return null;', ''],
      ['since + offsets.at(since - 1).offsetMs', 'since + offsetMs'],
      ['dateAt(middle) < dateAt(midnight)', 'dateAt(middle) <= dateAt(midnight)'],
      ["if (!Number.isFinite(ms)) throw new RangeError('Not a valid instant');", ''],
      [
        '([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d))?$/.exec(time)',
        '([012]\\d):([0-5]\\d)(?::([0-5]\\d))?$/.exec(time)',
      ],
      ['Math.floor((ms + offsetsOf(zone).at(ms).offsetMs) / DAY_MS)', 'Math.floor(ms / DAY_MS)'],
      ['Math.floor((local - day * DAY_MS) / 1000)', 'Math.round((local - day * DAY_MS) / 1000)'],
    ],
  },
];
