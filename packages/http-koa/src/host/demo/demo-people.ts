import { between, chance } from './random.ts';

/** A person's working pattern: the days of the week (0 is Sunday) and the local hours. */
export interface WorkPattern {
  readonly name: 'office' | 'early' | 'late' | 'night';
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
}

export interface DemoPerson {
  readonly externalId: string;
  readonly number: number;
  readonly name: string;
  readonly branch: number;
  readonly department: number;
  readonly pattern: WorkPattern;
  readonly isFrozen: boolean;
  readonly isManager: boolean;
  /** Whether their device reports its location. */
  readonly hasLocation: boolean;
}

export const DEPARTMENTS = ['הנהלה', 'פיתוח', 'שירות לקוחות', 'לוגיסטיקה', 'ייצור', 'أمن وحراسة'] as const;

/** Name, address, and coordinates. */
export const BRANCHES = [
  ['תל אביב', 'דרך מנחם בגין 132, תל אביב', 32.0741, 34.7922],
  ['חיפה', 'שדרות הנשיא 12, חיפה', 32.8068, 34.9865],
  ['الناصرة', 'شارع بولس السادس 40، الناصرة', 32.7019, 35.2978],
  ['באר שבע', null, 31.2518, 34.7913],
] as const;

const WORK_DAYS = [0, 1, 2, 3, 4];
const OFFICE: WorkPattern = { name: 'office', weekdays: WORK_DAYS, start: 8 * 60 + 30, end: 17 * 60 + 30 };
const EARLY: WorkPattern = { name: 'early', weekdays: [0, 1, 2, 3, 4, 5], start: 6 * 60, end: 14 * 60 };
const LATE: WorkPattern = { name: 'late', weekdays: WORK_DAYS, start: 14 * 60, end: 22 * 60 };
const NIGHT: WorkPattern = { name: 'night', weekdays: [0, 2, 4, 6], start: 22 * 60, end: 6 * 60 };

/** By department. */
const PATTERNS: readonly (readonly [WorkPattern, ...WorkPattern[]])[] = [
  [OFFICE],
  [OFFICE],
  [OFFICE, LATE],
  [EARLY, LATE],
  [EARLY, LATE, NIGHT],
  [NIGHT],
];

const NAMES: readonly string[] = [
  ...['נועה כהן', 'יוסף לוי', 'תמר מזרחי', 'איתי פרץ', 'מיכל ביטון', 'אורי דהן', 'שירה אברהם', 'דוד פרידמן'],
  ...['יעל אזולאי', 'עומר חדד', 'רות בן־דוד', 'אלון שפירא', 'הדס גבאי', 'משה אוחיון', 'ליאור קליין', 'מאיה רוזנברג'],
  ...['אסף יוסף', 'גילה עמר', 'נדב סויסה', 'ענת ברק', 'יונתן מלכה', 'רוני שלום', 'קרן ואקנין', 'בועז הראל'],
  ...['محمد خوري', 'فاطمة زعبي', 'أحمد منصور', 'سمر حداد', 'يوسف عودة', 'ليلى نصّار', 'خالد سليمان', 'رنا عبد الله'],
  ...['إبراهيم جبارين', 'هدى شحادة', 'عمر أبو راس', 'نور بشارة', 'سامي طه', 'مريم قاسم'],
  ...['Ольга Петрова', 'Дмитрий Соколов', 'Наталья Иванова', 'Сергей Морозов', 'Елена Кузнецова', 'Андрей Волков'],
  ...['Марина Лебедева', 'Игорь Новиков', 'Светлана Фёдорова', 'Павел Орлов', 'Анна Гуревич', 'Михаил Беленький'],
  ...['Daniel Cohen', 'Sarah Miller', "Liam O'Brien", 'Anaïs Dubois', 'Łukasz Nowak', 'Maria García-López'],
  ...['Abebe Tesfaye', 'Zoë van Dijk', 'James Smith', 'Priya Raman'],
];

/** The people, identical on every machine. */
export const PEOPLE: readonly DemoPerson[] = NAMES.map((name, index) => {
  const number = index + 1;
  const department = index % DEPARTMENTS.length;
  const patterns = PATTERNS[department] ?? [OFFICE];
  return {
    externalId: `demo-employee-${number}`,
    number,
    name,
    department,
    branch: between(0, BRANCHES.length - 1, 'branch', number),
    pattern: patterns[Math.floor(index / DEPARTMENTS.length) % patterns.length] ?? OFFICE,
    isFrozen: [17, 38, 55].includes(number),
    isManager: number <= DEPARTMENTS.length,
    hasLocation: chance('location', number) < 0.6,
  };
});

/** Nine digits including the check digit (D:W7). */
export function idNumber(number: number): string {
  const first = String(60_000_000 + number * 37);
  const products = [...first].map((digit, position) => Number(digit) * (1 + (position % 2)));
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
}
