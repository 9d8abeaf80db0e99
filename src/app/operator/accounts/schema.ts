import { z } from 'zod';
import { OwnerInput, UserWithLink } from '../../../inbox/staff/users/owner.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { planName } from '../plan-name.ts';

/** A text in the audit log is not longer. */
const MAX_REASON = 200;
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const STATUSES = ['active', 'suspended', 'cancelled'] as const;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const status = z.enum(STATUSES).meta({
  description:
    '`suspended`: every call is refused and nothing is sent, until the activation. `cancelled`: ended permanently.',
  examples: ['active'],
});
const kind = z.enum(['live', 'sandbox']).meta({
  description: '`live`: devices use the real network. `sandbox`: the simulated phones of the sandbox.',
  examples: ['live'],
});
const unresolved = z.enum(['fail', 'resend']).meta({
  description: 'A message of the official cloud that was probably not taken fails, or is sent again once.',
  examples: ['fail'],
});

const described = {
  id: z.int().meta({ examples: [7] }),
  name: z.string().meta({ examples: ['Toko Maju'] }),
  status,
  kind,
  plan: z.string().meta({ description: 'Name of the plan.', examples: ['pro'] }),
  country_code: z.string().meta({ examples: ['62'] }),
  unresolved,
  created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  usage: z
    .object({
      period: z.string().meta({ description: 'Year and month, UTC.', examples: ['2025-11'] }),
      messages_sent: count('Accepted messages.', 120),
      messages_quota: count('Monthly quota of the plan.', 1000)
        .nullable()
        .meta({ description: 'Monthly quota of the plan; null without one.' }),
      api_calls: count('Calls with API keys.', 342),
    })
    .meta({ description: 'Of the current month.' }),
  devices: z
    .object({
      provisioned: count('Never paired.', 0),
      qr_pending: count('With a QR code.', 0),
      connected: count('Connected.', 2),
      disconnected: count('Not connected.', 0),
      banned: count('Banned by the network.', 0),
    })
    .meta({ description: 'Devices by status, without released ones.' }),
  storage_used: count('Bytes that the account stores.', 52_428_800),
  storage_bytes: count('Storage limit of the plan.', 10_737_418_240)
    .nullable()
    .meta({ description: 'Storage limit of the plan in bytes; null without one.' }),
  last_activity_at: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'The newest message or call with an API key. Null: none yet.',
      examples: [EXAMPLE_TIME],
    }),
};

export const OperatorAccount = z.object(described).meta({ id: 'OperatorAccount' });
export type OperatorAccount = z.infer<typeof OperatorAccount>;

export const OperatorAccountDetail = z
  .object({
    ...described,
    max_devices: count('Device limit of the plan.', 3),
    active_owners: count('Owners who can log in.', 1),
    open_work: z
      .object({
        devices: count('Devices that are not released.', 2),
        queued_messages: count('Messages that wait, without those of broadcasts.', 12),
        unfinished_broadcasts: count('Broadcasts that are not finished.', 1),
      })
      .meta({ description: 'What a suspension stops and a cancellation ends.' }),
    suspension: z
      .object({
        since: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'As the operator wrote it.', examples: ['Unpaid invoice'] }),
      })
      .nullable()
      .meta({
        description: 'Of the audit log. Null: the account is not suspended, or the entry is deleted.',
      }),
    is_own: z.boolean().meta({ description: 'Your own account, which you do not suspend or cancel.' }),
  })
  .meta({ id: 'OperatorAccountDetail' });
export type OperatorAccountDetail = z.infer<typeof OperatorAccountDetail>;

export const OperatorAccountPage = pageBody('OperatorAccountPage', OperatorAccount);

export const ListAccounts = z.object({
  ...pageQuery,
  search: requiredString(100)
    .optional()
    .meta({ description: 'Only accounts whose name has this text, in any case.', examples: ['toko'] }),
  status: status.optional().meta({ description: 'Only accounts in this status.' }),
  plan: planName.optional().meta({ description: 'Only accounts with this plan.' }),
});
export type ListAccounts = z.infer<typeof ListAccounts>;

export const AccountParams = z.object({
  id: z.string().meta({ description: 'Number of the account.', examples: ['7'] }),
});

const accountName = requiredString(100)
  .overwrite((text) => text.trim())
  .refine((text) => text !== '', 'is required')
  .meta({ description: 'Name of the customer.', examples: ['Toko Maju'] });

export const CreateAccount = z
  .object({
    name: accountName,
    kind,
    plan: planName.default('starter'),
    country_code: z
      .string()
      .regex(/^[1-9][0-9]{0,3}$/, 'must have 1 to 4 digits, without plus or leading zero')
      .default('62')
      .meta({ description: 'Replaces the leading 0 of a local number.', examples: ['62'] }),
    owner: OwnerInput.nullish().meta({
      description: 'The first owner, who gets a link for the log-in. Absent or null: none yet.',
    }),
  })
  .meta({ id: 'CreateOperatorAccount' });
export type CreateAccount = z.infer<typeof CreateAccount>;

export const AccountCreated = z
  .object({
    account: OperatorAccountDetail,
    api_key: z.object({
      id: z
        .string()
        .meta({ description: 'Identifier of the key. It is no secret.', examples: ['4fGh7Kd0aZq'] }),
      api_key: z.string().meta({
        description: 'The first key, of scope `full`. Only this answer has it.',
        examples: ['kurir_4fGh7Kd0aZq_1Lm2No3Pq4Rs5Tu6Vw7Xy8Za9Bc'],
      }),
    }),
    owner: UserWithLink.nullable().meta({ description: 'Null without an owner in the call.' }),
  })
  .meta({ id: 'OperatorAccountCreated' });

export const ChangeAccount = z
  .object({ name: accountName.optional(), plan: planName.optional(), unresolved: unresolved.optional() })
  .meta({ id: 'ChangeOperatorAccount' });
export type ChangeAccount = z.infer<typeof ChangeAccount>;

const drop_queued = z
  .boolean()
  .default(false)
  .meta({
    description: 'Ends the messages that wait and the broadcasts that have begun, instead of sending them.',
    examples: [false],
  });
export const ActivateAccount = z.object({ drop_queued }).nullish().meta({ id: 'ActivateOperatorAccount' });
export const HeldActivated = z
  .object({
    activated: count('Accounts that work again.', 12),
    dropped_messages: count('Messages that ended.', 0),
    dropped_broadcasts: count('Broadcasts that ended.', 0),
    dropped_flows: count('Flows that ended instead of going on by themselves.', 0),
  })
  .meta({ id: 'HeldAccountsActivated' });

export const SuspendAccount = z
  .object({
    reason: requiredString(MAX_REASON)
      .nullish()
      .meta({
        description: 'Why, for operators and the audit log of the account.',
        examples: ['Unpaid invoice'],
      }),
  })
  .nullish()
  .meta({ id: 'SuspendOperatorAccount' });

export { OwnerInput, UserWithLink };
