import { z } from 'zod';
import { ROLES } from '../../../platform/accounts/role.ts';
import { list } from '../../../platform/lib/list.ts';
import { numberedFields, numberedQuery } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { email } from '../email.ts';
import { userName } from '../staff-name.ts';

/** Of an account, with disabled and invited ones. */
export const MAX_USERS = 500;
const MAX_DEVICES = 500;

export const USER_STATUSES = ['invited', 'active', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

const EXAMPLE_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const EXAMPLE_DEVICE = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

const fields = {
  email: email().meta({
    format: 'email',
    description: 'For the log-in. Unique in the account; upper and lower case do not matter.',
    examples: ['ani@toko.example'],
  }),
  name: userName().meta({
    description: 'Name in conversations. Unique in the account; upper and lower case do not matter.',
    examples: ['Ani'],
  }),
  role: z.enum(ROLES).meta({
    description:
      '`agent`: answers customers, on the given devices. `admin`: everything but owners. `owner`: everything.',
    examples: ['agent'],
  }),
  device_uuids: list(z.string().refine(isUuid, 'must be a UUID'), { max: MAX_DEVICES }).meta({
    description:
      'The devices whose conversations an agent sees, and the ids of widgets for their live chats. Other roles see ' +
      'all.',
    examples: [[EXAMPLE_DEVICE]],
  }),
};

export const InviteUser = z
  .object({ ...fields, device_uuids: fields.device_uuids.nullish() })
  .meta({ id: 'InviteUser' });
export type InviteUser = z.infer<typeof InviteUser>;

export const OwnerInput = z.object({ email: fields.email, name: fields.name }).meta({ id: 'OwnerInput' });
export type OwnerInput = z.infer<typeof OwnerInput>;

export const ChangeUser = z
  .object({
    name: fields.name.optional(),
    role: fields.role.optional(),
    device_uuids: fields.device_uuids.nullish(),
    status: z
      .enum(['active', 'disabled'])
      .optional()
      .meta({
        description:
          '`disabled`: the user cannot log in, and all log-in sessions end. `active`: enables a disabled user.',
        examples: ['disabled'],
      }),
    revoke_api_keys: z
      .boolean()
      .optional()
      .meta({
        description:
          'With `disabled`: also revokes the API keys that the user made, and those that these keys made.',
        examples: [true],
      }),
  })
  .refine((body) => !body.revoke_api_keys || body.status === 'disabled', {
    path: ['revoke_api_keys'],
    message: 'must be missing without the status disabled',
  })
  .meta({ id: 'ChangeUser' });
export type ChangeUser = z.infer<typeof ChangeUser>;

export const ListUsers = z.object({
  status: z
    .enum(USER_STATUSES)
    .optional()
    .meta({
      description: 'Only users in this status.',
      examples: ['active'],
    }),
  ...numberedQuery,
});
export type ListUsers = z.infer<typeof ListUsers>;

export const ListInvitations = z.object(numberedQuery);

export const UserParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the user.', examples: [EXAMPLE_ID] }),
});

const time = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

export const User = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    email: z.string().meta({ examples: ['ani@toko.example'] }),
    name: z.string().meta({ examples: ['Ani'] }),
    role: z.enum(ROLES).meta({ examples: ['agent'] }),
    status: z.enum(USER_STATUSES).meta({
      description: '`invited`: has not accepted the invitation yet.',
      examples: ['active'],
    }),
    is_operator: z.boolean().meta({
      description: 'Manages the installation. Only operators change operators.',
      examples: [false],
    }),
    device_uuids: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The devices of an agent; null: all devices.', examples: [[EXAMPLE_DEVICE]] }),
    has_password: z.boolean().meta({
      description: 'False until the user has chosen a password with a link.',
      examples: [true],
    }),
    has_second_factor: z.boolean().meta({ examples: [false] }),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    last_login_at: time('Last log-in; null before the first one.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const UserPage = z.object({ data: z.array(User), ...numberedFields }).meta({ id: 'UserPage' });

export const ResetUser = z
  .object({
    remove_second_factor: z
      .boolean()
      .default(false)
      .meta({
        description: 'Also removes the second factor, for a user who has lost it.',
        examples: [false],
      }),
  })
  .meta({ id: 'ResetUser' });

/** Who has the link chooses the password. */
export const UserWithLink = z
  .object({
    user: User,
    link: z.object({
      url: z.string().meta({
        description: 'Give it to the user in a safe way: it works once. Only this answer has it.',
        examples: ['https://kurir.example.com/app/link#3vJ1cQq0Zp0m1k5v8o2dWm3rT6y9uB4xE7hKpNsQwZc'],
      }),
      expires_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    }),
  })
  .meta({ id: 'UserWithLink' });
export type UserWithLink = z.infer<typeof UserWithLink>;

export const Invitation = User.extend({
  expires_at: time('Until then the link works; null after it. A reset makes a new link.'),
}).meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationPage = z
  .object({ data: z.array(Invitation), ...numberedFields })
  .meta({ id: 'InvitationPage' });
