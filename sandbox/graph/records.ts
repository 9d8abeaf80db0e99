import { z } from 'zod';
import { type Behaviour, BehaviourChange } from './behaviour.ts';
import { Template } from './templates/definition.ts';
import type { TokenBucket } from './token-bucket.ts';

export const NUMBER_STATES = ['active', 'banned', 'locked', 'restricted', 'unregistered', 'deleted'] as const;
export type NumberState = (typeof NUMBER_STATES)[number];

/** How many people the numbers of a portfolio may write to in 24 hours. Null: any number. */
export const PER_DAY = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: null,
} as const;

export const MessagingLimit = z.enum([
  ...(['TIER_50', 'TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED'] as const),
]);

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
  /** Missing in stores of earlier versions: then each account has its own portfolio. */
  portfolio_id: z.string().default(''),
  messaging_limit: MessagingLimit.default('TIER_UNLIMITED'),
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

/** The members are wa_ids, without the number itself. */
export const CloudGroup = z.object({
  id: z.string(),
  phone_number_id: z.string(),
  subject: z.string(),
  description: z.string().nullable(),
  members: z.array(z.string()),
  created_at: z.number(),
});
export type CloudGroup = z.infer<typeof CloudGroup>;

/** The people to whom the numbers of each portfolio wrote outside of a window, with the last time. By portfolio. */
export type PortfolioUse = Map<string, Map<string, number>>;
