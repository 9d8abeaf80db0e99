import { z } from 'zod';
import { changeOf } from '../../platform/lib/change-of.ts';
import { MAX_DAYS, MIN_MESSAGE_DAYS } from '../../retention-settings.ts';
import { EVENT_DAYS } from '../events/retention.ts';

/** Within it, deliveries of webhooks are repeated and replayed. */
export const MIN_EVENT_DAYS = 7;
/** The preview counts no further. */
export const MAX_COUNTED = 100_000;

const DAYS = {
  message_days: z
    .int()
    .min(MIN_MESSAGE_DAYS)
    .max(MAX_DAYS)
    .nullable()
    .meta({
      description:
        'After this time a message is deleted, with its file, reactions, quote and words in the search, and the ' +
        'lines of conversations are deleted too. Null: as the operator says, else never.',
      examples: [365, null],
    }),
  file_days: z
    .int()
    .min(1)
    .max(MAX_DAYS)
    .nullable()
    .meta({
      description: 'After this time the file of a customer is deleted. Null: as the operator says.',
      examples: [30, null],
    }),
  event_days: z
    .int()
    .min(MIN_EVENT_DAYS)
    .max(EVENT_DAYS)
    .nullable()
    .meta({
      description: `After this time an event is deleted, with its deliveries. Null: ${EVENT_DAYS} days.`,
      examples: [7, null],
    }),
};

export const Retention = z
  .object({
    ...DAYS,
    effective: z
      .object({
        message_days: z
          .int()
          .nullable()
          .meta({ description: 'Null: never deleted.', examples: [365] }),
        file_days: z
          .int()
          .nullable()
          .meta({ description: 'Null: never deleted.', examples: [30] }),
        event_days: z.int().meta({ examples: [30] }),
      })
      .meta({ description: 'What applies, with the settings of the operator.' }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof Retention>;

export const ChangeRetention = changeOf(DAYS, 'message_days').meta({ id: 'ChangeRetention' });
export type ChangeRetention = z.infer<typeof ChangeRetention>;

const days = z.coerce.number().int().max(MAX_DAYS);
export const PreviewRetention = z.object({
  message_days: days
    .min(MIN_MESSAGE_DAYS)
    .optional()
    .meta({ description: 'Count messages that are older.', examples: [365] }),
  file_days: days
    .min(1)
    .optional()
    .meta({ description: 'Count files that are older.', examples: [30] }),
});
export type PreviewRetention = z.infer<typeof PreviewRetention>;

const count = z.int().min(0).max(MAX_COUNTED);
export const RetentionPreview = z
  .object({
    messages: count.nullable().meta({
      description: `Messages that would be deleted; ${MAX_COUNTED}: that many or more. Null: not asked.`,
      examples: [1_250],
    }),
    files: count.nullable().meta({ description: 'Files, likewise.', examples: [40] }),
  })
  .meta({ id: 'RetentionPreview' });
export type RetentionPreview = z.infer<typeof RetentionPreview>;
