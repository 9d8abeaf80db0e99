import { z } from 'zod';
import { apiString } from '../../lib/text.ts';
import { MAX_RETURN_PATH, readReturnPath } from './return-to.ts';

export const StartOidc = z.object({
  return_to: apiString()
    .max(MAX_RETURN_PATH)
    .refine((text) => readReturnPath(text) !== null, 'must be a path below /app')
    .default('/app')
    .meta({ description: 'Where the browser goes after the log-in.', examples: ['/app/conversations'] }),
  account_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Only for users of several accounts.', examples: [1] }),
});

export const OidcState = z
  .object({
    enabled: z
      .boolean()
      .meta({ description: 'Whether staff can log in at an OIDC provider.', examples: [true] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'KURIR_OIDC_NAME; null without a provider.', examples: ['Single sign-on'] }),
    start_url: z
      .string()
      .nullable()
      .meta({
        description: 'Send the browser to this address; null without a provider.',
        examples: ['/app/api/oidc/start'],
      }),
  })
  .meta({ id: 'OidcState' });
