import { z } from 'zod';

/** The key of a request is remembered for as long as its message: 30 days at least. */
export const MIN_MESSAGE_DAYS = 30;
export const MAX_DAYS = 3_650;

/** How long the installation keeps things. */
export const RETENTION_SETTINGS = {
  KURIR_AUDIT_DAYS: z.coerce
    .number()
    .int()
    .min(31)
    .max(MAX_DAYS)
    .default(365)
    .describe('Days for which Kurir keeps the entries of the audit log.'),
  KURIR_MESSAGE_DAYS: z.coerce
    .number()
    .int()
    .min(MIN_MESSAGE_DAYS)
    .max(MAX_DAYS)
    .optional()
    .describe(
      'Days after which messages are deleted in accounts that have no own setting. Unset: messages stay for ever.',
    ),
};
