import { resolveZone } from '../time/zone.ts';
import type { CompanyRow } from './company.ts';
import type { CompanySettings } from './company-input.ts';

/** The columns of a company that its admins may change. */
export type SettingColumns = Pick<
  CompanyRow,
  'name' | 'zone' | 'locale' | 'phoneRegion' | 'openShiftHours' | 'breakHours' | 'workDayHours'
>;

/** The settings of a new company, unless its creator passes others. */
export const DEFAULT_SETTINGS: Omit<SettingColumns, 'name'> = {
  zone: 'Asia/Jerusalem',
  locale: 'he',
  phoneRegion: 'IL',
  openShiftHours: 16,
  breakHours: 4,
  workDayHours: 24,
};

/** The settings after a change; absent ones stay as they were. */
export function changedSettings(before: SettingColumns, change: CompanySettings): SettingColumns {
  return {
    name: change.name ?? before.name,
    zone: change.zone == null ? before.zone : (resolveZone(change.zone) ?? before.zone),
    locale: change.locale ?? before.locale,
    phoneRegion: change.phone_region ?? before.phoneRegion,
    openShiftHours: change.open_shift_hours ?? before.openShiftHours,
    breakHours: change.break_hours ?? before.breakHours,
    workDayHours: change.work_day_hours ?? before.workDayHours,
  };
}
