import { z } from 'zod';
import { ROLES } from '../../accounts/role.ts';

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

/** The user of the call. */
export const Me = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: ['2c1f9a54-6f0e-4b1d-9a3e-7d5c8b2a1f60'] }),
    email: z.string().meta({ examples: ['ani@toko.example'] }),
    name: z.string().meta({ examples: ['Ani'] }),
    role: z.enum(ROLES).meta({ examples: ['agent'] }),
    device_uuids: z
      .array(z.string().meta({ format: 'uuid' }))
      .nullable()
      .meta({ description: 'Devices whose conversations an agent sees. Null: all, for admins and owners.' }),
    has_password: z.boolean().meta({ description: 'False: the user logs in by OIDC alone.' }),
    has_second_factor: z.boolean(),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    account: z.object({ id: z.int(), name: z.string() }).meta({ examples: [{ id: 1, name: 'Toko' }] }),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
