import { z } from 'zod';
import { requiredString } from '../lib/text.ts';

export const DEVICE_STATUSES = ['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned'] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

const LABEL = { description: 'A name of your choice; at most 255 characters.', examples: ['Toko Jakarta'] };

/** It signs, and never travels. */
const appSecret = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without blanks')
  .optional()
  .meta({
    description:
      "Secret of your own app at the provider, when that app sends the webhooks; left out when the service's app does. Kept encrypted, never shown again.",
    examples: ['5f3c0d6f7a2b4c1d9e8f7a6b5c4d3e2f'],
  });

/** A longer token than any provider gives out. */
const MAX_TOKEN = 4096;

/** It travels in a header, which takes nothing else. */
const accessToken = z
  .string()
  .min(1)
  .max(MAX_TOKEN)
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without blanks')
  .meta({
    description: 'Access token of your own business account. Kept encrypted, never shown again.',
    examples: ['EAAG0Q...'],
  });

const CreateEconomyDevice = z
  .object({
    label: requiredString(255).meta(LABEL),
    engine: z
      .literal('economy')
      .optional()
      .meta({
        description: 'What the device runs on; `economy` when left out.',
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
      .meta({ description: 'What the device runs on.', examples: ['official_cloud'] }),
    official_phone_number_id: z
      .string()
      .min(1)
      .regex(/^[0-9]{0,32}$/, 'must be at most 32 digits')
      .meta({
        description: "The provider's id of the number, digits only. At most one device has it.",
        examples: ['106540352242922'],
      }),
    official_access_token: accessToken,
    official_app_secret: appSecret,
  })
  .meta({ id: 'CreateOfficialDevice' });
export type CreateOfficialDevice = z.infer<typeof CreateOfficialDevice>;

/** Body of POST /v1/devices. */
export const CreateDevice = z
  .discriminatedUnion('engine', [CreateEconomyDevice, CreateOfficialDevice], {
    error: (issue) => (issue.code === 'invalid_union' ? 'must be one of economy, official_cloud' : undefined),
  })
  .meta({ id: 'CreateDevice' });
export type CreateDevice = z.infer<typeof CreateDevice>;

/** Body of PATCH /v1/devices/{uuid}/official-credentials. */
export const RotateCredentials = z
  .object({ official_access_token: accessToken, official_app_secret: appSecret })
  .meta({ id: 'RotateCredentials' });
export type RotateCredentials = z.infer<typeof RotateCredentials>;

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

export const DeviceBrief = z.object({ device_uuid: deviceUuid, status }).meta({ id: 'DeviceBrief' });

/** The answer of creation; of an official cloud device it says what the provider knows of the number. */
export const DeviceCreated = z
  .object({
    device_uuid: deviceUuid,
    status,
    phone_number: z
      .string()
      .optional()
      .meta({ description: 'Of an official cloud device: digits only.', examples: ['6281100000001'] }),
    verified_name: z
      .string()
      .optional()
      .meta({
        description: 'Of an official cloud device: what customers see.',
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
        description: 'Digits only, in international form; null until the device was connected.',
        examples: ['6281100000001'],
      }),
    engine: z.string().meta({ description: 'What the device runs on.', examples: ['economy'] }),
    connected_at: timestamp('Since when it is connected; null while it never was.'),
    last_health_at: timestamp('When its connection last proved to be alive; null while it never did.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why it is as it is, as a short code; null when there is nothing to say. `restricted:...` on a connected device: the provider holds back some or all of what it sends, and messages wait. `token_expires_soon`: the access token ends within 7 days.',
        examples: ['restricted:spam'],
      }),
    restricted_until: timestamp(
      'Until when the provider restricts it; null when it does not, or names no end.',
    ),
    official_token_expires_at: timestamp(
      'Of an official cloud device: when its access token ends; null when it does not, or nobody knows.',
    ).optional(),
  })
  .meta({ id: 'Device' });

export const DeviceList = z.object({ data: z.array(DeviceItem) }).meta({ id: 'DeviceList' });

export const DeviceQr = z
  .object({
    device_uuid: deviceUuid,
    status: status.meta({ examples: ['qr_pending'] }),
    qr: z.string().meta({
      description: 'A PNG as a data URL; scan it within about 90 seconds.',
      pattern: '^data:image/png;base64,',
      examples: ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA...'],
    }),
  })
  .meta({ id: 'DeviceQr' });

export const DeviceParams = z.object({
  uuid: z.string().meta({
    format: 'uuid',
    description: 'The `device_uuid`.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
});
