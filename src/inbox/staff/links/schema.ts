import { z } from 'zod';
import { apiString } from '../../../platform/lib/text.ts';
import { givenCode, givenPassword } from '../passwords/given.ts';
import { userName } from '../staff-name.ts';

export const LINK_KINDS = ['invitation', 'reset', 'log_in'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const token = apiString()
  .min(1)
  .max(100)
  .meta({
    description: 'The part of the link behind `#`.',
    examples: ['3vJ1cQq0Zp0m1k5v8o2dWm3rT6y9uB4xE7hKpNsQwZc'],
  });

/** Body of POST /app/api/links/look. */
export const LookAtLink = z.object({ token }).meta({ id: 'LookAtLink' });

/** The token's owner may become this user. */
export const GivenLink = z
  .object({
    kind: z.enum(LINK_KINDS).meta({ examples: ['invitation'] }),
    email: z.string().meta({ examples: ['ani@toko.example'] }),
    account: z.string().meta({ description: 'Name of the account.', examples: ['Toko'] }),
  })
  .meta({ id: 'GivenLink' });
export type GivenLink = z.infer<typeof GivenLink>;

/** Body of POST /app/api/links/accept. */
export const AcceptLink = z
  .object({
    token,
    password: givenPassword('The new password.'),
    name: userName()
      .optional()
      .meta({ description: 'Name in conversations. Otherwise it stays.', examples: ['Ani'] }),
    code: givenCode(),
  })
  .meta({ id: 'AcceptLink' });
export type AcceptLink = z.infer<typeof AcceptLink>;

/** Body of POST /app/api/links/log-in. */
export const UseLogInLink = z.object({ token, code: givenCode() }).meta({ id: 'UseLogInLink' });
export type UseLogInLink = z.infer<typeof UseLogInLink>;
