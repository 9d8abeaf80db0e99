import { IANAZone } from 'luxon';
import { z } from 'zod';
import { list } from '../../platform/lib/list.ts';
import { apiString, requiredString } from '../../platform/lib/text.ts';
import { apiDate } from '../../platform/lib/timestamp.ts';
import type { DAYS, WrittenHours } from './opening.ts';

export const MAX_SPANS = 10;
export const MAX_HOLIDAYS = 200;
/** Longer than each name of the time zone database. */
const MAX_ZONE = 64;
export const MAX_HOLIDAY_NAME = 100;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const END_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
/** Offsets such as `+07:00` know no daylight saving time. */
const ZONE_NAME = /^[A-Za-z]/;

export const timezone = apiString()
  .refine(isZone, 'must be a time zone, for example Asia/Jakarta')
  .meta({
    maxLength: MAX_ZONE,
    description: 'A name of the IANA time zone database. Daylight saving time follows it.',
    examples: ['Asia/Jakarta'],
  });

export const localTime = () => apiString().regex(TIME, 'must be a time from 00:00 to 23:59');

const Span = z
  .object({
    from: localTime().meta({ description: 'Local time of the opening.', examples: ['09:00'] }),
    to: apiString()
      .regex(END_TIME, 'must be a time from 00:01 to 24:00')
      .meta({ description: 'Local time of the end, at most `24:00`.', examples: ['17:00'] }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be later than from' });

const spans = list(Span, { max: MAX_SPANS }).refine(
  (all) => all.every(({ from }, index) => index === 0 || from >= (all[index - 1]?.to ?? '')),
  'must be in order, without overlaps',
);

const day = () =>
  spans.default([]).meta({
    description:
      'Open times of this day, in order. Empty or missing: closed. Times past midnight begin on the next day.',
    examples: [[{ from: '09:00', to: '17:00' }]],
  });

const Weekly = z.object({
  monday: day(),
  tuesday: day(),
  wednesday: day(),
  thursday: day(),
  friday: day(),
  saturday: day(),
  sunday: day(),
} satisfies Record<(typeof DAYS)[number], unknown>);

const Holiday = z.object({
  date: apiDate().meta({ description: 'Local date.' }),
  name: requiredString(MAX_HOLIDAY_NAME)
    .optional()
    .meta({ description: 'For people.', examples: ['Hari Natal'] }),
  hours: spans.default([]).meta({
    description: 'Open times of this date, in place of the weekly ones. Empty: closed.',
    examples: [[]],
  }),
});

const HOURS = {
  timezone,
  weekly: Weekly.meta({ description: 'Open times of each day of the week, in local time.' }),
  holidays: list(Holiday, { max: MAX_HOLIDAYS })
    .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, 'must have each date once')
    .default([])
    .meta({ description: 'Dates with other open times.' }),
};

export const SetHours = z.object(HOURS).meta({ id: 'SetBusinessHours' });
/** What PostgreSQL keeps too. */
export type SetHours = z.infer<typeof SetHours> & WrittenHours;

const SpanView = z
  .object({
    from: z.string().meta({ description: 'Local time.', examples: ['09:00'] }),
    to: z.string().meta({ description: 'Local time, at most `24:00`.', examples: ['17:00'] }),
  })
  .meta({ id: 'BusinessHoursSpan' });
const openOn = (name: string) => z.array(SpanView).meta({ description: `Open times on ${name}.` });

export const HoursView = z
  .object({
    timezone: z.string().meta({ examples: ['Asia/Jakarta'] }),
    weekly: z.object({
      monday: openOn('Mondays'),
      tuesday: openOn('Tuesdays'),
      wednesday: openOn('Wednesdays'),
      thursday: openOn('Thursdays'),
      friday: openOn('Fridays'),
      saturday: openOn('Saturdays'),
      sunday: openOn('Sundays'),
    } satisfies Record<(typeof DAYS)[number], unknown>),
    holidays: z.array(
      z.object({
        date: z.string().meta({ format: 'date', examples: ['2026-12-25'] }),
        name: z
          .string()
          .optional()
          .meta({ examples: ['Hari Natal'] }),
        hours: openOn('this date'),
      }),
    ),
    source: z.enum(['device', 'account', 'default']).meta({
      description:
        '`device`: of this device. `account`: of the account. `default`: none are set, which means always open.',
      examples: ['account'],
    }),
    is_open: z.boolean().meta({ description: 'Whether it is open now.', examples: [true] }),
    changes_at: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description: 'When it opens or closes next. Null: not within a year.',
        examples: ['2025-11-21T10:00:00.000Z'],
      }),
  })
  .meta({ id: 'BusinessHours' });
export type HoursView = z.infer<typeof HoursView>;

export const HoursParams = z.object({
  uuid: z.string().meta({
    description: 'The `device_uuid`.',
    examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
  }),
});

function isZone(name: string): boolean {
  return name.length <= MAX_ZONE && ZONE_NAME.test(name) && IANAZone.isValidZone(name);
}
