import { z } from 'zod';
import { dayRange, ofDevice, shownDays } from '../../../gateway/hours/days.ts';

export const MAX_DAYS = 92;
/** Of persons. Others count in the total alone. */
export const MAX_ROWS = 500;

const GROUPS = ['day', 'hour', 'device', 'person'] as const;
export type FigureGroup = (typeof GROUPS)[number];

export const ReadFigures = z.object({
  ...dayRange(MAX_DAYS, 'local'),
  group: z
    .enum(GROUPS)
    .default('day')
    .meta({
      description:
        '`hour`: of the week, in the time zone. `device`: the number of the device. `person`: who answered, ' +
        'resolved or was assigned.',
      examples: ['day'],
    }),
  device_uuid: ofDevice('Only conversations with the number of this device.'),
});
export type ReadFigures = z.infer<typeof ReadFigures>;

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const countOrNull = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description, examples: [example] });
const seconds = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description: `${description} Null: no answer.`, examples: [example] });

const Answers = z
  .object({
    count: count('Waits that an answer of a person ended.', 41),
    on_time: z
      .int()
      .nullable()
      .meta({
        description: 'Those within the present target of the account. Null: no target, or no answer.',
        examples: [38],
      }),
    median_seconds: seconds('Half of the answers came within this time.', 95),
    p90_seconds: seconds('90 % of the answers came within this time.', 1_260),
    median_open_seconds: seconds('The same as `median_seconds`, within business hours only.', 80),
    p90_open_seconds: seconds('The same as `p90_seconds`, within business hours only.', 610),
  })
  .meta({ id: 'AnswerFigures' });
export type AnswerFigures = z.infer<typeof Answers>;

const FIGURES = {
  opened: countOrNull('Conversations that a message of the customer opened. Null: of a person.', 52),
  messages_in: countOrNull('Messages of customers, without edits. Null: of a person.', 180),
  first_answers: Answers.meta({ description: 'The first answer of a person after each opening.' }),
  next_answers: Answers.meta({ description: 'All other answers of persons.' }),
  bot_answers: count('Waits that an answer of the automation ended.', 12),
  assigned: count('Conversations that a person got, by an assignment or a take-over. Once per episode.', 30),
  resolved: count('Conversations that were resolved.', 47),
};
const PRESENT = {
  open: countOrNull('Conversations that are open now. Null: of a day or hour.', 9),
  waiting: countOrNull('Conversations whose customer waits now. Null: of a day or hour.', 3),
};

const Person = z
  .object({
    type: z.enum(['user', 'api', 'phone', 'bot', 'system']).meta({
      description:
        '`user`: staff. `api`: a name that a call gave, or none. `phone`: the phone of the number. ' +
        '`bot`: the automation. `system`: an idle time.',
      examples: ['user'],
    }),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Of a user.', examples: [null] }),
    name: z
      .string()
      .nullable()
      .meta({ examples: ['Ani'] }),
  })
  .meta({ id: 'FigurePerson' });
export type FigurePerson = z.infer<typeof Person>;

const Totals = z.object({ ...FIGURES, ...PRESENT }).meta({ id: 'ConversationTotals' });
export type Totals = z.infer<typeof Totals>;

const Row = z
  .object({
    date: z
      .string()
      .optional()
      .meta({ description: 'With `group=day`.', examples: ['2026-11-20'] }),
    weekday: z
      .int()
      .optional()
      .meta({ description: 'With `group=hour`: 1 is Monday.', examples: [5] }),
    hour: z
      .int()
      .optional()
      .meta({ description: 'With `group=hour`: from 0 to 23.', examples: [14] }),
    device_uuid: z
      .string()
      .nullable()
      .optional()
      .meta({ format: 'uuid', description: 'With `group=device`.', examples: [null] }),
    person: Person.optional().meta({ description: 'With `group=person`.' }),
    ...FIGURES,
    ...PRESENT,
  })
  .meta({ id: 'ConversationFiguresRow' });
export type FiguresRow = z.infer<typeof Row>;

export const Figures = z
  .object({
    ...shownDays,
    total: Totals,
    data: z.array(Row).meta({
      description:
        'One per day, device or person, and per hour with figures. Messages that were deleted have no hour. At most ' +
        `${MAX_ROWS} persons, those with most answers first.`,
    }),
  })
  .meta({ id: 'ConversationFigures' });
export type Figures = z.infer<typeof Figures>;
