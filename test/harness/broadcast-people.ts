import { expect } from 'vitest';
import type { Answer, Json, PhoneMessage, Shop } from './shop.ts';
import { until } from './until.ts';

/** A contact of the shop, with a phone that is switched on. */
export interface Person {
  phone: string;
  /** Null: the shop does not know it. */
  name: string | null;
}

/** As many phones as the sandbox makes at a time. */
const WAVE = 20;

/** Enters people into the book of the shop under one tag. */
export async function addPeople(shop: Shop, tag: string, people: readonly Person[]): Promise<void> {
  for (let first = 0; first < people.length; first += WAVE) {
    const answers = await Promise.all(
      people
        .slice(first, first + WAVE)
        .flatMap(({ phone, name }) => [
          shop.api('POST', '/v1/contacts', { phone, tags: [tag], ...(name !== null && { name }) }),
          shop.sandbox('POST', '/phones', { number: phone }),
        ]),
    );
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  }
}

/** Creates a broadcast without delays unless the fields say otherwise; answers its id. */
export async function createBroadcast(
  shop: Shop,
  fields: { device_uuid: string; message_template: string; [field: string]: unknown },
): Promise<number> {
  const created = await shop.api('POST', '/v1/broadcasts', {
    name: 'Promo',
    delay_min_seconds: 0,
    delay_max_seconds: 0,
    ...fields,
  });
  expect(created).toMatchObject({ status: 201, body: { status: 'draft' } });
  return created.body.id;
}

/** Resolves with the broadcast when it looks as wanted; meanwhile its counts add up at every look. */
export function untilBroadcast(
  shop: Shop,
  id: number,
  isWanted: (broadcast: Json) => boolean,
  timeoutMs = 60_000,
): Promise<Json> {
  let last: Answer | null = null;
  return until(
    async () => {
      // The API does not answer while the main process restarts.
      last = await shop.api('GET', `/v1/broadcasts/${id}`).catch(() => null);
      if (last?.status !== 200) return false;
      const { recipients_by_status: by, total_recipients } = last.body;
      expect(by.pending + by.sent + by.failed).toBe(total_recipients);
      return isWanted(last.body) && last.body;
    },
    { timeoutMs, what: 'the broadcast as wanted' },
  ).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`);
  });
}

/** The texts with `word` that each phone has received from this number. Copies under one id count once. */
export async function receivedBy(
  shop: Shop,
  people: readonly Person[],
  { from, word = '' }: { from: string; word?: string },
): Promise<Map<string, string[]>> {
  const isMeant = (message: PhoneMessage) =>
    message.direction === 'in' && message.from === from && message.text?.includes(word);
  return new Map(
    await Promise.all(
      people.map(async ({ phone }): Promise<[string, string[]]> => {
        const meant = (await shop.phone(phone)).filter(isMeant);
        const byId = new Map(meant.map(({ wa_message_id, text }) => [wa_message_id, text ?? '']));
        return [phone, [...byId.values()]];
      }),
    ),
  );
}
