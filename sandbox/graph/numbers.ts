import { SECOND } from '../../src/lib/clock.ts';
import { digitsOf } from '../../src/lib/phone.ts';
import { SandboxError } from '../errors.ts';
import type { Behaviour } from './behaviour.ts';
import { TokenBucket } from './bucket.ts';
import type { Cloud } from './cloud.ts';
import type { NewNumberBody, NumberChangeBody } from './control/schema.ts';
import { objectIdOf } from './ids.ts';
import { given } from './json.ts';
import { type CloudNumber, NumberData, type Override, type Token } from './records.ts';
import type { CloudMessageRow } from './store.ts';

export const DEFAULT_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/** Registers a number, or registers it anew: the given token is then the only one it has. */
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

/** Fields not given stay as they are. */
export function changeNumber(
  cloud: Cloud,
  number: CloudNumber,
  change: Omit<NumberChangeBody, 'announce'>,
): CloudNumber {
  const { behaviour, callback_url, ...fields } = change;
  const { override } = number.data;
  return saveNumber(cloud, {
    ...number.data,
    ...given(fields),
    override: callback_url === undefined ? override : overrideTo(callback_url, cloud.app.verify_token),
    behaviour: { ...number.data.behaviour, ...given(behaviour ?? {}) },
  });
}

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

/** Keeps what changed of a number, and lets it behave accordingly from now on. */
export function saveNumber(cloud: Cloud, data: NumberData): CloudNumber {
  const known = cloud.numbers.get(data.phone_number_id);
  const number: CloudNumber = known ?? readNumber(cloud, data);
  Object.assign(number, readNumber(cloud, data));
  cloud.numbers.set(data.phone_number_id, number);
  cloud.store.db.write(() => cloud.store.saveNumber(data.phone_number_id, JSON.stringify(data)));
  return number;
}

export function loadNumbers(cloud: Cloud): void {
  for (const json of cloud.store.listNumbers()) {
    const number = readNumber(cloud, NumberData.parse(JSON.parse(json)));
    cloud.numbers.set(number.data.phone_number_id, number);
  }
}

/** Every number anew, after the behaviour for all has changed. */
export function applyBehaviour(cloud: Cloud): void {
  for (const number of cloud.numbers.values()) Object.assign(number, readNumber(cloud, number.data));
}

function readNumber(cloud: Cloud, data: NumberData): CloudNumber {
  const behaviour: Behaviour = { ...cloud.app.behaviour, ...given(data.behaviour) };
  const rate = behaviour.messages_per_second;
  return {
    data,
    digits: digitsOf(data.display_phone_number),
    behaviour,
    throughput: rate === null ? null : new TokenBucket(Math.max(1, rate), SECOND / rate),
  };
}

/** Makes one more token valid for the number, beside those it has or in their place. */
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

/** Ends a token wherever it is valid; returns of how many numbers. */
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
