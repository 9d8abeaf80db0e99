import { expect } from 'vitest';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import type { OfficialNumber, Scene } from './scene.ts';
import { HEALED_MS } from './traffic.ts';

/** So long the provider's word is waited for. */
const WORD_WAIT_MS = 600_000;
/** A call that was under way has come to its end by then. */
const LONG_AGO_MS = 2_000;
/** One device has no more on their way. */
const WINDOW = 128;

/** What the provider took from this number, and keeps whoever is killed; while the sandbox restarts the gateway says so. */
function takenFrom({ shop }: Scene, { id }: OfficialNumber): Promise<Json[]> {
  return until(async () => {
    const { status, body } = await shop.sandbox('GET', `/cloud/numbers/${id}/messages?direction=out`);
    return status === 200 && body.data;
  });
}

/** Each as the customer is told of it, with the reference that the provider knows it by. */
const messagesOf = ({ query }: Scene, ids: readonly number[]) =>
  query(
    `select id::int, phone, body, status, error_code, reserved_wa_id as reference, due and maybe_written as waits, not_before
     from messages where id = any ($1) order by id`,
    ids,
  );

/**
 * Resolves when every message has its end, those excepted that a process has left to the provider's word a while ago, and that the provider
 * has never seen: they were on their way when one of the two was killed. Answers these.
 */
function leftToItsWord(scene: Scene, number: OfficialNumber, ids: readonly number[]): Promise<number[]> {
  return until(
    async () => {
      const known = new Set((await takenFrom(scene, number)).map((taken) => taken.biz_opaque_callback_data));
      const open = (await messagesOf(scene, ids)).filter(({ status }) => status !== 'delivered');
      const isLeft = ({ waits, reference, not_before }: Json) =>
        waits && !known.has(reference) && not_before.getTime() - WORD_WAIT_MS < Date.now() - LONG_AGO_MS;
      return open.every(isLeft) && open.map(({ id }) => id);
    },
    { timeoutMs: HEALED_MS, what: 'the end of every message' },
  );
}

/**
 * Sees these messages through: each is at the provider once and delivered, but for the few that only its word could have settled. They fail
 * when the time for that is over, as it is made to be once the processes that had marked them cannot get an answer any more, and are still
 * not sent. Answers how many those are.
 */
export async function expectSentOnce(
  scene: Scene,
  number: OfficialNumber,
  ids: readonly number[],
): Promise<number> {
  const left = await leftToItsWord(scene, number, ids);
  await scene.query('update messages set not_before = now() where id = any ($1)', left);
  const messages = await until(
    async () => {
      const rows = await messagesOf(scene, ids);
      return rows.every(({ status }) => status !== 'queued') && rows;
    },
    { timeoutMs: HEALED_MS, what: 'the end of those that nobody knows of' },
  );

  expect(left.length).toBeLessThanOrEqual(WINDOW);
  const ends = messages.map(({ id, status, error_code }) => [id, status, error_code]);
  expect(ends).toEqual(
    ids
      .toSorted((a, b) => a - b)
      .map((id) => (left.includes(id) ? [id, 'failed', 'outcome_unknown'] : [id, 'delivered', null])),
  );
  const references = new Set(messages.map(({ reference }) => reference));
  const taken = (await takenFrom(scene, number))
    .filter((message) => references.has(message.biz_opaque_callback_data))
    .map((message) => [message.biz_opaque_callback_data, message.to, message.text]);
  const sent = messages.filter(({ id }) => !left.includes(id));
  expect(taken.sort()).toEqual(sent.map(({ reference, phone, body }) => [reference, phone, body]).sort());
  // It remembers them until it is killed itself.
  const { body } = await scene.shop.sandbox('GET', '/cloud/requests?call=messages');
  const requests = body.data
    .filter(({ message_id }: Json) => message_id !== null)
    .map((request: Json) => request.biz_opaque_callback_data);
  expect(requests).toHaveLength(new Set(requests).size);
  return left.length;
}
