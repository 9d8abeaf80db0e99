import { apiString } from '../../../platform/lib/text.ts';

/** UTF-16 units before normalization. A longer password than allowed is a wrong one. */
const MAX_GIVEN = 1_600;

/** Of a log-in, of a change, or as a proof that the user is there. */
export const givenPassword = (description: string) =>
  apiString()
    .min(1)
    .max(MAX_GIVEN)
    .meta({ description, examples: ['kopi susu tanpa gula'] });

export const givenCode = () =>
  apiString()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Code of the second factor, or a recovery code.', examples: ['123456'] });
