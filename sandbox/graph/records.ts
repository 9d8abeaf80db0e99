import { z } from 'zod';
import { type Behaviour, BehaviourChange } from './behaviour.ts';
import { Template } from './templates/definition.ts';
import type { TokenBucket } from './token-bucket.ts';

export const NUMBER_STATES = ['active', 'banned', 'locked', 'restricted', 'unregistered', 'deleted'] as const;
export type NumberState = (typeof NUMBER_STATES)[number];

const Token = z.object({
  access_token: z.string(),
  /** Milliseconds since 1970, or null without expiry. */
  expires_at: z.number().nullable(),
  revoked: z.boolean(),
  scopes: z.array(z.string()),
});
export type Token = z.infer<typeof Token>;

/** A webhook URL that replaces the URL of the app. */
const Override = z.object({ callback_url: z.string(), verify_token: z.string() });
export type Override = z.infer<typeof Override>;

export const NumberData = z.object({
  phone_number_id: z.string(),
  waba_id: z.string(),
  display_phone_number: z.string(),
  verified_name: z.string(),
  quality_rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']),
  code_verification_status: z.string(),
  name_status: z.string(),
  state: z.enum(NUMBER_STATES),
  tokens: z.array(Token),
  /** null: the secret of the app. */
  app_secret: z.string().nullable(),
  override: Override.nullable(),
  /** null: every template exists. */
  templates: z.array(Template).nullable(),
  behaviour: BehaviourChange,
});
export type NumberData = z.infer<typeof NumberData>;

export interface CloudNumber {
  data: NumberData;
  digits: string;
  behaviour: Behaviour;
  throughput: TokenBucket | null;
}

export const AppData = z.object({
  app_id: z.string(),
  app_secret: z.string(),
  verify_token: z.string(),
  callback_url: z.string().nullable(),
  waba_overrides: z.record(z.string(), Override),
  behaviour: BehaviourChange,
  shift_ms: z.number(),
});
export type AppData = z.infer<typeof AppData>;

export const Person = z.object({
  wa_id: z.string(),
  user_id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  /** Businesses see the business-scoped id only. */
  hidden: z.boolean(),
  /** Other spellings of the number. */
  aliases: z.array(z.string()),
});
export type Person = z.infer<typeof Person>;
