import { z } from 'zod';
import { apiString } from '../../../platform/lib/text.ts';
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
    .meta({ description: 'The account of the user, or of an open invitation.', examples: [1] }),
  choose: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: '`true` shows a person with several accounts and open invitations all of them.',
      examples: ['true'],
    }),
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
    accounts: z
      .array(
        z.object({
          account_id: z.int().meta({ examples: [1] }),
          name: z.string().meta({ examples: ['Toko Ani'] }),
          joined: z.boolean().meta({
            description:
              'Whether the person has logged in there by OIDC. Every account can invite, under any name.',
            examples: [true],
          }),
        }),
      )
      .meta({
        description: 'After `problem=account_required`: send one as `account_id` to `start_url`. Else empty.',
      }),
  })
  .meta({ id: 'OidcState' });
