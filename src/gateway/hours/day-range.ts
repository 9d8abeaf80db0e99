import { z } from 'zod';
import { apiDate } from '../../platform/lib/timestamp.ts';

const LOCAL = ', in the time zone of the business hours';

/** The query fields that `daysOf` reads. `zone`: where the days are. */
export const dayRange = (maxDays: number, zone: 'UTC' | 'local') => ({
  from: apiDate()
    .optional()
    .meta({
      description: `First day${zone === 'UTC' ? ' (UTC)' : LOCAL}. Default: six days before \`to\`.`,
    }),
  to: apiDate()
    .optional()
    .meta({ description: `Last day, at most ${maxDays} days with \`from\`. Default: today.` }),
});

/** Only what belongs to one device. */
export const ofDevice = (description: string) =>
  z
    .string()
    .optional()
    .meta({ format: 'uuid', description, examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'] });
