import { DAY } from '../../platform/lib/clock.ts';
import type { PresentHours } from './hours.ts';
import { hoursFrom, isOpen, nextChange } from './opening.ts';
import type { HoursView } from './schema.ts';

const CHANGE_WITHIN = 366 * DAY;

export function viewHours({ source, written }: PresentHours, now: Date): HoursView {
  const hours = hoursFrom(written);
  const { timezone, weekly, holidays } = written;
  return {
    timezone,
    weekly: {
      monday: [...weekly.monday],
      tuesday: [...weekly.tuesday],
      wednesday: [...weekly.wednesday],
      thursday: [...weekly.thursday],
      friday: [...weekly.friday],
      saturday: [...weekly.saturday],
      sunday: [...weekly.sunday],
    },
    holidays: holidays.map(({ hours: spans, ...holiday }) => ({ ...holiday, hours: [...spans] })),
    source,
    is_open: isOpen(hours, now),
    changes_at: nextChange(hours, now, CHANGE_WITHIN)?.toISOString() ?? null,
  };
}
