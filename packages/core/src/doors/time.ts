/*
 * `@shaon/core/time`: dates, times of day and instants in a company's zone, and what the times of a day's punches mean.
 * Pure functions, which use no database and know nothing of the present.
 */

export { segmentsOf, workedMs } from '../attendance/projection.ts';
export { isSameMinute, ordersOfDay, type PunchOrder } from '../attendance/punch-order.ts';
export { lastPunchDate } from '../attendance/working-day.ts';
export { addDays, type CalendarDate, datesOfMonth, isCalendarDate, weekday } from '../time/calendar-date.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
export { formatInstant, localDate, localTimeToInstant, skippedTime, startOfLocalDate } from '../time/zone.ts';
