import { z } from 'zod';
import { digitsOf, noChatAddress } from '../../../src/platform/lib/phone.ts';
import { BehaviourChange, Status } from '../behaviour.ts';
import { CALLS } from '../faults.ts';
import { Address, GroupId } from '../people/inbound-schema.ts';
import { MessagingLimit, NUMBER_STATES } from '../records.ts';
import { Template } from '../templates/definition.ts';

const ObjectId = z.string().regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, - and _');
const AccessToken = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be 1 to 1000 visible characters');
const Url = z.url({ protocol: /^https?$/ }).max(2000);
const Timestamp = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const Name = z.string().min(1).max(200);

export const NumberParams = z.object({ phone_number_id: z.string() });
export const MessageParams = NumberParams.extend({ id: z.string() });

/** `expires_at` null: the token does not expire. */
const TokenFields = {
  access_token: AccessToken,
  expires_at: Timestamp.nullable().optional(),
  scopes: z.array(z.string().min(1)).optional(),
};

const NumberFields = {
  waba_id: ObjectId.optional(),
  portfolio_id: ObjectId.optional(),
  messaging_limit: MessagingLimit.optional(),
  app_secret: z.string().min(1).max(200).nullable().optional(),
  callback_url: Url.nullable().optional(),
  quality_rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  code_verification_status: z.string().min(1).optional(),
  name_status: z.string().min(1).optional(),
  state: z.enum(NUMBER_STATES).optional(),
  templates: z.array(Template).nullable().optional(),
  behaviour: BehaviourChange.optional(),
};

const DisplayNumber = z
  .string()
  .max(40)
  .refine(...noChatAddress)
  .refine((text) => /^\d{7,15}$/.test(digitsOf(text)), 'must have 7 to 15 digits');

export const NewNumberBody = z
  .object({
    phone_number_id: ObjectId,
    ...TokenFields,
    display_phone_number: DisplayNumber,
    verified_name: Name,
    ...NumberFields,
  })
  .strict();
export type NewNumberBody = z.infer<typeof NewNumberBody>;

export const NumberChangeBody = z
  .object({
    display_phone_number: DisplayNumber.optional(),
    verified_name: Name.optional(),
    ...NumberFields,
    /** false: no webhook about a changed state or quality. */
    announce: z.boolean().optional(),
  })
  .strict();
export type NumberChangeBody = z.infer<typeof NumberChangeBody>;

export const TokenBody = z
  .object({
    ...TokenFields,
    revoke_others: z.boolean().default(false),
  })
  .strict();

export const RevokeBody = z.object({ access_token: AccessToken }).strict();

export const AppBody = z
  .object({
    app_secret: z.string().min(1).max(200).optional(),
    verify_token: z.string().min(1).max(200).optional(),
    callback_url: Url.nullable().optional(),
    behaviour: BehaviourChange.optional(),
  })
  .strict();

export const PersonBody = z
  .object({
    wa_id: z
      .string()
      .refine(...noChatAddress)
      .transform(digitsOf)
      .pipe(z.string().regex(/^\d{7,15}$/, 'must have 7 to 15 digits')),
    user_id: z
      .string()
      .regex(/^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/)
      .optional(),
    name: Name.optional(),
    username: z.string().min(1).max(64).nullable().optional(),
    hidden: z.boolean().optional(),
    aliases: z.array(z.string().transform(digitsOf)).optional(),
  })
  .strict();

/** `reset` returns to the real time. */
export const ClockBody = z
  .object({
    reset: z.literal(true).optional(),
    advance_ms: z.number().int().min(0).optional(),
    advance_hours: z.number().min(0).max(100_000).optional(),
    frozen: z.boolean().optional(),
  })
  .strict()
  .refine((body) => !body.reset || Object.keys(body).length === 1, 'reset is sent alone');

export const WebhookSettingsBody = z
  .object({
    max_updates: z.number().int().min(1).max(1000).optional(),
    concurrency: z.number().int().min(1).max(64).optional(),
    paused: z.boolean().optional(),
  })
  .strict();

/** `signature` null: unsigned. Left out: valid. */
export const RawWebhookBody = z
  .object({
    body: z.union([z.string(), z.looseObject({})]),
    signature: z.string().nullable().optional(),
    phone_number_id: z.string().optional(),
  })
  .strict();

export const EventBody = z.object({ field: z.string().min(1).max(100), value: z.looseObject({}) }).strict();

export const ErrorEventBody = z
  .object({ code: z.number().int().min(0), title: z.string().optional(), details: z.string().optional() })
  .strict();

export const ReportBody = z
  .object({
    id: z.string().min(1).max(300),
    status: Status.default('read'),
    code: z.number().int().min(0).optional(),
    copies: z.number().int().min(1).max(10_000).default(1),
  })
  .strict()
  .refine(
    ({ status, code }) => (status === 'failed') === (code !== undefined),
    'failed needs a code, nothing else takes one',
  );

/** `drop`: fails with 132015, as when the provider pauses the template. */
export const KeptBody = z.object({ action: z.enum(['release', 'drop']) }).strict();

const limit = z.coerce.number().int().min(1).max(1_000_000).default(1_000_000);
const after = z.coerce.number().int().min(0).default(0);

export const MessagesQuery = z.object({
  after: z.string().max(300).optional(),
  limit,
  with: z.union([GroupId, Address]).optional(),
  direction: z.enum(['in', 'out']).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

export const RequestsQuery = z.object({
  after,
  limit,
  call: z.enum(CALLS).optional(),
  phone_number_id: z.string().optional(),
  to: Address.optional(),
});

export const LogQuery = z.object({ after, limit });
export const FaultParams = z.object({ id: z.coerce.number().int() });
