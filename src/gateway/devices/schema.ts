import { z } from 'zod';
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../platform/lib/phone.ts';
import { requiredString } from '../../platform/lib/text.ts';
import { QUALITIES } from '../engines/standing.ts';

export const DEVICE_STATUSES = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

const LABEL = {
  description: 'Your name for the device, at most 255 characters.',
  examples: ['Toko Jakarta'],
};

const appSecret = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without blanks')
  .optional()
  .meta({
    description:
      'Secret of your app at the provider, if this app sends the callbacks of the number. Leave it ' +
      'out if the app of the service sends them. Kurir stores it encrypted and never shows it again.',
    examples: ['5f3c0d6f7a2b4c1d9e8f7a6b5c4d3e2f'],
  });

/** No provider issues longer tokens. */
const MAX_TOKEN = 4096;

/** A header allows no other characters. */
const accessToken = z
  .string()
  .min(1)
  .max(MAX_TOKEN)
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without blanks')
  .meta({
    description: 'Access token of your business account. Kurir stores it encrypted and never shows it again.',
    examples: ['EAAG0Q...'],
  });

const CreateEconomyDevice = z
  .object({
    label: requiredString(255).meta(LABEL),
    engine: z
      .literal('economy')
      .optional()
      .meta({
        description: 'Engine of the device; default `economy`.',
        examples: ['economy'],
      }),
  })
  .meta({ id: 'CreateEconomyDevice' });
export type CreateEconomyDevice = z.infer<typeof CreateEconomyDevice>;

const CreateOfficialDevice = z
  .object({
    label: requiredString(255).meta(LABEL),
    engine: z
      .literal('official_cloud')
      .meta({ description: 'Engine of the device.', examples: ['official_cloud'] }),
    official_phone_number_id: z
      .string()
      .min(1)
      .regex(/^[0-9]{0,32}$/, 'must be at most 32 digits')
      .meta({
        description: "The provider's id of the number, digits only. Only one device can have it.",
        examples: ['106540352242922'],
      }),
    official_access_token: accessToken,
    official_app_secret: appSecret,
  })
  .meta({ id: 'CreateOfficialDevice' });
export type CreateOfficialDevice = z.infer<typeof CreateOfficialDevice>;

export const CreateDevice = z
  .discriminatedUnion('engine', [CreateEconomyDevice, CreateOfficialDevice], {
    error: (issue) => (issue.code === 'invalid_union' ? 'must be one of economy, official_cloud' : undefined),
  })
  .meta({ id: 'CreateDevice' });
export type CreateDevice = z.infer<typeof CreateDevice>;

export const RotateCredentials = z
  .object({ official_access_token: accessToken, official_app_secret: appSecret })
  .meta({ id: 'RotateCredentials' });
export type RotateCredentials = z.infer<typeof RotateCredentials>;

export const GROUP_SETTINGS = ['off', 'on'] as const;
export type GroupSetting = (typeof GROUP_SETTINGS)[number];
const groups = z.enum(GROUP_SETTINGS).meta({
  description:
    '`on`: messages of groups of the number are received, and can be sent. `off`: Kurir stores nothing ' +
    'of them.',
  examples: ['off'],
});

export const GROUP_AUTOMATION = ['off', 'mentioned'] as const;
export type GroupAutomation = (typeof GROUP_AUTOMATION)[number];
const groupAutomation = z.enum(GROUP_AUTOMATION).meta({
  description:
    '`mentioned`: auto-replies and the assistant answer a message in a group that mentions the ' +
    'number or quotes a message of it. `off`: no automation answers in groups.',
  examples: ['off'],
});

export const ChangeDevice = z
  .object({
    label: requiredString(255).optional().meta(LABEL),
    groups: groups.optional(),
    group_automation: groupAutomation.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    path: ['label'],
    message: 'send label, groups or group_automation',
  })
  .meta({ id: 'ChangeDevice' });
export type ChangeDevice = z.infer<typeof ChangeDevice>;

const deviceUuid = z.string().meta({
  format: 'uuid',
  description: 'Identifier of the device.',
  examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
});
const status = z.enum(DEVICE_STATUSES).meta({ examples: ['provisioned'] });
const timestamp = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: ['2025-11-21T08:15:30.000Z'] });

const quality = (description: string) =>
  z
    .enum(QUALITIES)
    .nullable()
    .optional()
    .meta({ description, examples: ['green'] });

export const DeviceBrief = z.object({ device_uuid: deviceUuid, status }).meta({ id: 'DeviceBrief' });

const movingIn = z.boolean().meta({
  description: 'Whether an imported session waits for the network: the device needs no QR.',
  examples: [false],
});

export const DeviceWaiting = DeviceBrief.extend({
  reason: z
    .string()
    .optional()
    .meta({ description: 'The `reason` of the device, if it has one.', examples: ['network_unreachable'] }),
  moving_in: movingIn.optional(),
  passkey_url: z
    .string()
    .optional()
    .meta({
      description:
        'With the reason `passkey_required`: the page on which the owner of the number signs. The link is a secret, ' +
        'and works once.',
      examples: ['https://kurir.example.com/passkey/#6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d.Zm9v...'],
    }),
  expires_at: z
    .string()
    .optional()
    .meta({
      format: 'date-time',
      description: 'Until when the owner can sign on this page.',
      examples: ['2026-11-30T08:20:30.000Z'],
    }),
}).meta({ id: 'DeviceWaiting' });

/** An official cloud device shows the provider's data of its number. */
export const DeviceCreated = z
  .object({
    device_uuid: deviceUuid,
    status,
    phone_number: z
      .string()
      .optional()
      .meta({ description: 'Number of an official cloud device, digits only.', examples: ['6281100000001'] }),
    verified_name: z
      .string()
      .optional()
      .meta({
        description: 'Name of an official cloud device that customers see.',
        examples: ['Toko Jakarta'],
      }),
  })
  .meta({ id: 'DeviceCreated' });

export const DeviceItem = z
  .object({
    device_uuid: deviceUuid,
    status: status.meta({ examples: ['connected'] }),
    label: z.string().meta(LABEL),
    phone_number: z
      .string()
      .nullable()
      .meta({
        description: 'Digits only, in international form; null before the first connection.',
        examples: ['6281100000001'],
      }),
    engine: z.string().meta({ description: 'Engine of the device.', examples: ['economy'] }),
    connected_at: timestamp('Start of the last connection; null before the first one.'),
    last_health_at: timestamp('Last time that the connection was known to work; null before the first time.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Reason of the current state, as a short code, or null. `restricted:...`: the device is ' +
          'connected, but the provider restricts some or all messages, which wait. ' +
          '`token_expires_soon`: the access token expires within 7 days. `quality_red`: many customers block or ' +
          'report the number.',
        examples: ['restricted:spam'],
      }),
    groups: groups.optional(),
    group_automation: groupAutomation.optional(),
    restricted_until: timestamp('End of the restriction; null without a restriction or without a known end.'),
    moving_in: movingIn,
    official_token_expires_at: timestamp(
      'Expiry of the access token of an official cloud device; null without an expiry, or if it is unknown.',
    ).optional(),
    official_quality: quality('How customers like the messages of an official cloud device. Null: unknown.'),
    official_quality_before: quality('The last known quality before this one.'),
    official_quality_changed_at: timestamp('When the quality changed; null without a change.').optional(),
    official_messaging_limit: z
      .int()
      .nullable()
      .optional()
      .meta({
        description:
          'People without an open reply window to whom all numbers of the business portfolio may write in 24 ' +
          'hours. Null: no limit, or not known yet.',
        examples: [2000],
      }),
    official_messaging_limit_at: timestamp(
      'When the provider last said the limit; null: never, so that it is not known.',
    ).optional(),
  })
  .meta({ id: 'Device' });

export const DeviceList = z.object({ data: z.array(DeviceItem) }).meta({ id: 'DeviceList' });

export const DeviceQr = z
  .object({
    device_uuid: deviceUuid,
    status: status.meta({ examples: ['qr_pending'] }),
    qr: z.string().meta({
      description: 'A PNG as a data URL. Scan it within about 90 seconds.',
      pattern: '^data:image/png;base64,',
      examples: ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA...'],
    }),
    valid_for_seconds: z.int().meta({
      description: 'The remaining time of this QR. Repeat the call before its end for the next QR.',
      examples: [58],
    }),
  })
  .meta({ id: 'DeviceQr' });

export const PairByCode = z
  .object({
    phone_number: requiredString(100).meta({
      description: 'Number of the phone that types the code, in any format.',
      examples: ['6281100000001'],
    }),
  })
  .meta({ id: 'PairByCode' });

export const DevicePairingCode = z
  .object({
    device_uuid: deviceUuid,
    status: status.meta({ examples: ['qr_pending'] }),
    code: z.string().meta({
      description: 'Type it on the phone: WhatsApp > Linked devices > Link with phone number.',
      pattern: '^[1-9A-Z]{4}-[1-9A-Z]{4}$',
      examples: ['4K7Q-Z2XA'],
    }),
    valid_for_seconds: z.int().meta({ description: 'The remaining time of this code.', examples: [158] }),
  })
  .meta({ id: 'DevicePairingCode' });

export const ImportChoice = z.object({
  phone_number: z
    .string()
    .regex(new RegExp(`^\\d{${MIN_PHONE_DIGITS},}$`), `must have at least ${MIN_PHONE_DIGITS} digits`)
    .regex(new RegExp(`^\\d{0,${MAX_PHONE_DIGITS}}$`), `must have at most ${MAX_PHONE_DIGITS} digits`)
    .optional()
    .meta({
      description: 'Chooses one of several numbers of a database: digits, in international form.',
      examples: ['6281100000001'],
    }),
});

export const DeviceParams = z.object({
  uuid: z.string().meta({
    format: 'uuid',
    description: 'The `device_uuid`.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
});
