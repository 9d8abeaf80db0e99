import { SECOND } from '../../src/platform/lib/clock.ts';
import { digitsOf } from '../../src/platform/lib/phone.ts';
import { SandboxError } from '../errors.ts';
import type { Behaviour } from './behaviour.ts';
import type { Cloud } from './cloud.ts';
import type { NewNumberBody, NumberChangeBody } from './control/schema.ts';
import { objectIdOf } from './ids.ts';
import { definedFields } from './json.ts';
import { type CloudNumber, NumberData, type Override, type Token } from './records.ts';
import type { CloudMessageRow } from './store.ts';
import { TokenBucket } from './token-bucket.ts';

export const DEFAULT_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/** Registers a number, or replaces its tokens by the new one. */
export function registerNumber(cloud: Cloud, change: NewNumberBody): { number: CloudNumber; isNew: boolean } {
  const { phone_number_id } = change;
  const before = cloud.numbers.get(phone_number_id)?.data;
  const token: Token = {
    access_token: change.access_token,
    expires_at: change.expires_at ?? null,
    revoked: false,
    scopes: change.scopes ?? DEFAULT_SCOPES,
  };
  const others = (before?.tokens ?? []).filter(({ access_token }) => access_token !== change.access_token);
  const data: NumberData = {
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    state: 'active',
    waba_id: objectIdOf(`waba ${phone_number_id}`),
    portfolio_id: objectIdOf(`portfolio ${phone_number_id}`),
    messaging_limit: 'TIER_UNLIMITED',
    app_secret: null,
    override: null,
    templates: null,
    behaviour: {},
    ...before,
    phone_number_id,
    display_phone_number: change.display_phone_number,
    verified_name: change.verified_name,
    tokens: [...others.map((other) => ({ ...other, revoked: true })), token],
  };
  const { access_token, expires_at, scopes, ...fields } = change;
  return { number: changeNumber(cloud, saveNumber(cloud, data), fields), isNew: before === undefined };
}

/** Missing fields keep their value. */
export function changeNumber(
  cloud: Cloud,
  number: CloudNumber,
  change: Omit<NumberChangeBody, 'announce'>,
): CloudNumber {
  const { behaviour, callback_url, ...fields } = change;
  const { override } = number.data;
  const changed = saveNumber(cloud, {
    ...number.data,
    ...definedFields(fields),
    override: callback_url === undefined ? override : overrideTo(callback_url, cloud.app.verify_token),
    behaviour: { ...number.data.behaviour, ...definedFields(behaviour ?? {}) },
  });
  if (change.messaging_limit) shareLimit(cloud, changed);
  return changed;
}

/** The limit is that of the portfolio. */
function shareLimit(cloud: Cloud, { data: { portfolio_id, messaging_limit } }: CloudNumber): void {
  for (const { data } of numbersOfPortfolio(cloud, portfolio_id))
    saveNumber(cloud, { ...data, messaging_limit });
}

export const numbersOfPortfolio = (cloud: Cloud, portfolioId: string): CloudNumber[] =>
  [...cloud.numbers.values()].filter(({ data }) => data.portfolio_id === portfolioId);

const overrideTo = (callback_url: string | null, verify_token: string): Override | null =>
  callback_url === null ? null : { callback_url, verify_token };

/** Throws cloud_number_not_found. */
export function getNumber(cloud: Cloud, phoneNumberId: string): CloudNumber {
  const number = cloud.numbers.get(phoneNumberId);
  if (!number) throw new SandboxError('cloud_number_not_found');
  return number;
}

/** Throws message_not_found. */
export function getMessage(cloud: Cloud, { data }: CloudNumber, id: string): CloudMessageRow {
  const message = cloud.store.findMessage(data.phone_number_id, id);
  if (!message) throw new SandboxError('message_not_found');
  return message;
}

/** Stores a number and applies its behaviour. */
export function saveNumber(cloud: Cloud, data: NumberData): CloudNumber {
  const known = cloud.numbers.get(data.phone_number_id);
  const number: CloudNumber = known ?? toCloudNumber(cloud, data);
  Object.assign(number, toCloudNumber(cloud, data));
  cloud.numbers.set(data.phone_number_id, number);
  cloud.store.db.write(() => cloud.store.saveNumber(data.phone_number_id, JSON.stringify(data)));
  return number;
}

export function loadNumbers(cloud: Cloud): void {
  for (const json of cloud.store.listNumbers()) {
    const data = NumberData.parse(JSON.parse(json));
    const portfolio_id = data.portfolio_id || objectIdOf(`portfolio ${data.phone_number_id}`);
    const number = toCloudNumber(cloud, { ...data, portfolio_id });
    cloud.numbers.set(number.data.phone_number_id, number);
  }
}

/** Applies changed behaviour of the app to all numbers. */
export function applyBehaviour(cloud: Cloud): void {
  for (const number of cloud.numbers.values()) Object.assign(number, toCloudNumber(cloud, number.data));
}

function toCloudNumber(cloud: Cloud, data: NumberData): CloudNumber {
  const behaviour: Behaviour = { ...cloud.app.behaviour, ...definedFields(data.behaviour) };
  const rate = behaviour.messages_per_second;
  return {
    data,
    digits: digitsOf(data.display_phone_number),
    behaviour,
    throughput: rate === null ? null : new TokenBucket(Math.max(1, rate), SECOND / rate),
  };
}

/** Adds a token to the number, and revokes the others on request. */
export function addToken(
  cloud: Cloud,
  { data }: CloudNumber,
  token: Omit<Token, 'revoked'>,
  revokesOthers: boolean,
): CloudNumber {
  const others = data.tokens
    .filter(({ access_token }) => access_token !== token.access_token)
    .map((other) => (revokesOthers ? { ...other, revoked: true } : other));
  return saveNumber(cloud, { ...data, tokens: [...others, { ...token, revoked: false }] });
}

/** Revokes a token on all numbers, and returns how many had it. */
export function revokeToken(cloud: Cloud, accessToken: string): number {
  const holders = [...cloud.numbers.values()].filter(({ data }) =>
    data.tokens.some(({ access_token }) => access_token === accessToken),
  );
  for (const { data } of holders) {
    const tokens = data.tokens.map((token) =>
      token.access_token === accessToken ? { ...token, revoked: true } : token,
    );
    saveNumber(cloud, { ...data, tokens });
  }
  return holders.length;
}
