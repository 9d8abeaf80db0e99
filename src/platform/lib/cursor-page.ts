import { z } from 'zod';
import { apiString } from './text.ts';

export const MAX_LIMIT = 200;

/** Of a list whose `next_cursor` is sealed. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .refine(Number.isInteger, 'must be an integer')
    .min(1)
    .default(50)
    .meta({
      type: 'integer',
      description: `Items per page, at most ${MAX_LIMIT}. A larger number means ${MAX_LIMIT}.`,
      examples: [50],
    }),
  cursor: apiString()
    .max(500)
    .optional()
    .meta({
      description: 'The `next_cursor` of the previous page. Leave it out for the first page.',
      examples: ['AQ3k9vXb0Zt2'],
    }),
};

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Cursor of the next page; null on the last page.', examples: [null] });
