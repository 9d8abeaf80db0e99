import { z } from 'zod';
import { REACHES } from '../../../platform/lib/address-reach.ts';
import { apiString } from '../../../platform/lib/text.ts';
import { Me } from '../me/me.ts';
import { givenCode, givenPassword } from '../passwords/given.ts';

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

/** Body of POST /app/api/session. */
export const LogIn = z
  .object({
    email: apiString()
      .min(1)
      .max(254)
      .meta({ examples: ['ani@toko.example'] }),
    password: givenPassword('The password.'),
    code: givenCode(),
    account_id: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Only for users of several accounts: one of `account_required`.', examples: [1] }),
  })
  .meta({ id: 'LogIn' });
export type LogIn = z.infer<typeof LogIn>;

/** Body of POST /app/api/session/proof. */
export const ProveUser = z
  .object({ password: givenPassword('The password of the user.'), code: givenCode() })
  .meta({ id: 'ProveUser' });
export type ProveUser = z.infer<typeof ProveUser>;

export const LogOut = z.object({
  everywhere: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true` ends all sessions of the user.', examples: ['true'] }),
});

/** The present session. */
export const Session = z
  .object({
    csrf_token: z.string().meta({
      description: 'Send it as `X-CSRF-Token` with each call that changes something.',
      examples: ['bC0X1hGmVJ7vJ9q0m0Y6Jk8W2v5c4d3e2f1g0hIjKlM'],
    }),
    expires_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    address_reach: z.enum(REACHES).meta({
      description:
        'From where links of this gateway can be opened: on its `machine` alone, in its `network` alone, or ' +
        '`anywhere`. Set KURIR_PUBLIC_URL for links that work anywhere.',
      examples: ['anywhere'],
    }),
    user: Me,
  })
  .meta({ id: 'Session' });

export const LoggedOut = z
  .object({ sessions: z.int().meta({ description: 'Number of the sessions that ended.', examples: [1] }) })
  .meta({ id: 'LoggedOut' });
