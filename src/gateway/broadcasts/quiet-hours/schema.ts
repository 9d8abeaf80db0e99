import { z } from 'zod';
import { localTime, timezone } from '../../hours/hours.ts';

const span = {
  from: localTime().meta({ description: 'Local time of the first moment.', examples: ['21:00'] }),
  to: localTime().meta({
    description: 'Local time of the end; before `from`: on the next day.',
    examples: ['08:00'],
  }),
};

export const QuietHoursInput = z
  .object({ ...span, timezone: timezone.optional() })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must not be the same as from' });

export const QuietHoursView = z.object({ ...span, timezone });

export const SetQuietHours = z
  .object({
    quiet_hours: QuietHoursInput.nullable().meta({
      description: 'Without a time zone: that of the business hours at this moment. Null: at any time.',
    }),
  })
  .meta({ id: 'SetQuietHours' });

export const QuietHoursOfAccount = z
  .object({
    quiet_hours: QuietHoursView.nullable().meta({ description: 'Null: broadcasts send at any time.' }),
  })
  .meta({ id: 'QuietHours' });
