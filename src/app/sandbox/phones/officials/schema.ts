import { z } from 'zod';
import { apiString, atMost, requiredString } from '../../../../platform/lib/text.ts';
import { deviceUuid, number } from '../schema.ts';

const STATES = ['active', 'banned', 'locked', 'restricted', 'unregistered', 'deleted'] as const;
const QUALITIES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
/** Of one number. */
const MAX_FAULT_HITS = 100;

const phoneNumberId = z.string().meta({ examples: ['106540352242922'] });
const accessToken = z.string().meta({
  description: 'Access token of the simulated provider, for a new device. Shown only here.',
  examples: ['EAAG0Q...'],
});
const state = z.enum(STATES).meta({
  description: 'In every state but `active`, sending fails.',
  examples: ['active'],
});
const quality = z.enum(QUALITIES).meta({ examples: ['GREEN'] });
const businessName = requiredString(100).meta({
  description: 'Name that customers see.',
  examples: ['Toko Resmi'],
});

export const OfficialParams = z.object({ id: phoneNumberId.meta({ description: 'The `phone_number_id`.' }) });

export const CreateOfficial = z
  .object({
    name: businessName,
    number: apiString()
      .refine(...atMost(40))
      .optional()
      .meta({ description: 'Default: a random number. It can be the number of an own phone.' }),
  })
  .meta({ id: 'CreateSandboxOfficialNumber' });
export type CreateOfficial = z.infer<typeof CreateOfficial>;

export const OfficialView = z
  .object({
    phone_number_id: phoneNumberId,
    number,
    name: businessName,
    state,
    quality_rating: quality,
    fault: z
      .object({ code: z.int(), left: z.int().meta({ description: 'How many sends will still fail.' }) })
      .nullable(),
    device_uuid: deviceUuid.nullable().meta({ description: 'The device that uses it. Null: none yet.' }),
  })
  .meta({ id: 'SandboxOfficialNumber' });
export type OfficialView = z.infer<typeof OfficialView>;
export const OfficialList = z.object({ data: z.array(OfficialView) }).meta({ id: 'SandboxOfficialNumbers' });

export const OfficialCreated = z
  .object({ phone_number_id: phoneNumberId, number, name: businessName, access_token: accessToken })
  .meta({ id: 'SandboxOfficialNumberCreated' });

export const ChangeOfficial = z
  .object({ state: state.optional(), quality_rating: quality.optional() })
  .meta({ id: 'ChangeSandboxOfficialNumber' });
export type ChangeOfficial = z.infer<typeof ChangeOfficial>;

export const CreateToken = z
  .object({
    revoke_others: z
      .boolean()
      .default(false)
      .meta({
        description: 'Earlier tokens end, so that the device needs the new one.',
        examples: [true],
      }),
  })
  .meta({ id: 'CreateSandboxToken' });
export const TokenCreated = z
  .object({ phone_number_id: phoneNumberId, access_token: accessToken })
  .meta({ id: 'SandboxTokenCreated' });

export const SetFault = z
  .object({
    code: z
      .int()
      .min(1)
      .max(999_999)
      .meta({
        description:
          'Error of the provider: such as 131026 (undeliverable), 131047 (24 hours are over), 131056 (too many ' +
          'messages to one person) or 130429 (too many messages).',
        examples: [131026],
      }),
    count: z.int().min(1).max(MAX_FAULT_HITS).default(1).meta({ description: 'How many sends fail.' }),
    by_webhook: z.boolean().default(false).meta({
      description: '`true`: the provider takes the message first, and reports the failure later.',
    }),
  })
  .meta({ id: 'SetSandboxFault' });
export type SetFault = z.infer<typeof SetFault>;

const templateName = requiredString(512).meta({ examples: ['pesanan_dikirim'] });
const templateLanguage = requiredString(20).meta({ examples: ['id'] });

export const SandboxTemplate = z
  .object({
    name: templateName,
    language: templateLanguage,
    category: z.string().meta({ examples: ['UTILITY'] }),
    status: z.string().meta({ examples: ['PENDING'] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Of a refusal.', examples: [null] }),
    body: z.string().meta({ examples: ['Halo {{1}}, pesanan {{2}} sudah dikirim.'] }),
  })
  .meta({ id: 'SandboxTemplate' });
export type SandboxTemplate = z.infer<typeof SandboxTemplate>;
export const SandboxTemplates = z.object({ data: z.array(SandboxTemplate) }).meta({ id: 'SandboxTemplates' });

export const ReviewTemplate = z
  .object({
    name: templateName,
    language: templateLanguage,
    status: z
      .enum(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'])
      .optional()
      .meta({ examples: ['APPROVED'] }),
    reason: requiredString(200)
      .optional()
      .meta({ description: 'Of a refusal, in the word of the provider.', examples: ['INVALID_FORMAT'] }),
    category: z
      .enum(['MARKETING', 'UTILITY', 'AUTHENTICATION'])
      .optional()
      .meta({ description: 'The provider files the template under it.', examples: ['MARKETING'] }),
  })
  .meta({ id: 'ReviewSandboxTemplate' });
export type ReviewTemplate = z.infer<typeof ReviewTemplate>;
