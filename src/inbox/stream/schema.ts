import { z } from 'zod';
import { apiString } from '../../platform/lib/text.ts';

const MAX_ID = 100;
const DESCRIPTION =
  'The `id` of the last event that the client has. The stream continues after it. An id that is unknown or too old ' +
  'brings `resync` first.';

export const OpenStream = z.object({
  last_event_id: apiString()
    .max(MAX_ID)
    .optional()
    .meta({
      description: `${DESCRIPTION} The header Last-Event-ID wins.`,
      examples: ['4711'],
    }),
});

export const StreamPosition = z.object({
  last_event_id: z
    .string()
    .nullable()
    .meta({
      description: 'Null: no stream is open. The first one asks its clients to read again.',
      examples: ['4711'],
    }),
});

/** Browsers send it when they connect again. */
export const LastEventId = z
  .string()
  .optional()
  .meta({ description: DESCRIPTION, examples: ['4711'] });

/** Null: a new client. Not a number: an unknown id. */
export function readLastId(header: string | undefined, query: string | undefined): number | null {
  const text = header ?? query;
  if (text === undefined || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
