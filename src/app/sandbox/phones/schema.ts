import { z } from 'zod';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';

/** Phones and official numbers of one account, with removed ones. */
export const MAX_NUMBERS = 200;

export const PHONE_LINES = ['up', 'dropped', 'banned'] as const;
export type PhoneLine = (typeof PHONE_LINES)[number];

export const number = z
  .string()
  .meta({ description: 'A phone number in digits.', examples: ['6281377788899'] });
export const deviceUuid = z
  .string()
  .meta({ format: 'uuid', examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'] });
const name = requiredString(100).meta({ description: 'Name of the person.', examples: ['Sari'] });

export const PhoneParams = z.object({ number });

export const CreatePhone = z
  .object({
    number: apiString()
      .refine(...atMost(40))
      .optional()
      .meta({
        description: 'Default: a random number. A number belongs to one account of the gateway.',
        examples: ['081377788899'],
      }),
    name: name.optional().meta({ description: 'Default: the number. A phone keeps its first name.' }),
  })
  .meta({ id: 'CreateSandboxPhone' });
export type CreatePhone = z.infer<typeof CreatePhone>;

export const PhoneView = z
  .object({
    number,
    name: z.string().meta({ examples: ['Sari'] }),
    device_uuid: deviceUuid
      .nullable()
      .meta({ description: 'The device that has this number. Null: the phone of a customer.' }),
    line: z.enum(PHONE_LINES).meta({
      description: '`dropped` and `banned` last until the line is restored.',
      examples: ['up'],
    }),
  })
  .meta({ id: 'SandboxPhone' });
export const PhoneList = z.object({ data: z.array(PhoneView) }).meta({ id: 'SandboxPhones' });

export const ScanQr = z
  .object({
    device_uuid: deviceUuid.meta({ description: 'An economy device that is not connected.' }),
  })
  .meta({ id: 'ScanSandboxQr' });
export const Scanned = z.object({ device_uuid: deviceUuid, number }).meta({ id: 'SandboxScan' });
