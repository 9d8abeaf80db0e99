import { z } from 'zod';
import { ROLES } from '../../../platform/accounts/role.ts';
import { givenPassword } from '../passwords/given.ts';
import { userName } from '../staff-name.ts';

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

/** The user of the call. */
export const Me = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: ['2c1f9a54-6f0e-4b1d-9a3e-7d5c8b2a1f60'] }),
    email: z.string().meta({ examples: ['ani@toko.example'] }),
    name: z.string().meta({ examples: ['Ani'] }),
    role: z.enum(ROLES).meta({ examples: ['agent'] }),
    is_operator: z.boolean().meta({ description: 'May call `/app/api/operator`: manages the installation.' }),
    device_uuids: z
      .array(z.string().meta({ format: 'uuid' }))
      .nullable()
      .meta({ description: 'Devices whose conversations an agent sees. Null: all, for admins and owners.' }),
    has_password: z.boolean().meta({ description: 'False: the user logs in by OIDC or by links alone.' }),
    has_oidc: z.boolean().meta({ description: 'The user has logged in by OIDC, and can do so again.' }),
    has_second_factor: z.boolean(),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    account: z
      .object({
        id: z.int(),
        name: z.string(),
        kind: z
          .enum(['live', 'sandbox'])
          .meta({ description: 'A `sandbox` account reaches simulated phones only.' }),
      })
      .meta({ examples: [{ id: 1, name: 'Toko', kind: 'live' }] }),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** Body of PATCH /app/api/me. */
export const ChangeMe = z
  .object({
    name: userName()
      .optional()
      .meta({ description: 'Conversations get the new name soon.', examples: ['Ani'] }),
    password: givenPassword('The new password.').optional(),
    current_password: givenPassword('Required with `password`, for users who have one.').optional(),
  })
  .meta({ id: 'ChangeMe' });
export type ChangeMe = z.infer<typeof ChangeMe>;

const OwnSession = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: ['7b1d9a54-6f0e-4b1d-9a3e-7d5c8b2a1f61'] }),
    is_current: z.boolean().meta({ description: 'The session of this call.' }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the log-in.', examples: ['203.0.113.9'] }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: 'Browser of the log-in.', examples: ['Mozilla/5.0'] }),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    last_seen_at: z.string().meta({
      format: 'date-time',
      description: 'Time of the last call, at most about a minute old.',
      examples: [EXAMPLE_TIME],
    }),
    expires_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'OwnSession' });

export const SessionList = z.object({ data: z.array(OwnSession) }).meta({ id: 'SessionList' });

export const SessionParams = z.object({
  id: z
    .string()
    .meta({ description: 'The `id` of the session.', examples: ['7b1d9a54-6f0e-4b1d-9a3e-7d5c8b2a1f61'] }),
});
