import { expect } from 'vitest';
import type { Json } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import type { OfficialNumber, Scene } from './scene.ts';
import { RECOVERY_MS } from './traffic.ts';

/** The wait for a status report. */
const STATUS_REPORT_WAIT_MS = 600_000;
/** After this time no call is in flight. */
const MAX_CALL_MS = 2_000;
/** The most messages of one device in flight. */
const WINDOW = 128;

/** Messages that the provider accepted from this number. Retried while the sandbox restarts. */
function acceptedFrom({ shop }: Scene, { id }: OfficialNumber): Promise<Json[]> {
  return until(async () => {
    const { status, body } = await shop.sandbox('GET', `/cloud/numbers/${id}/messages?direction=out`);
    return status === 200 && body.data;
  });
}

/** The messages as the customer sees them, with their reference at the provider. */
const messagesOf = ({ query }: Scene, ids: readonly number[]) =>
  query(
    `select public_id::int as id, phone, body, status, error_code, reserved_wa_id as reference,
       due and maybe_written as waits, not_before
     from messages where public_id = any ($1) order by public_id`,
    ids,
  );

/**
 * Waits until all messages are final, except those that were in flight during a kill and are unknown to the
 * provider. Returns the exceptions. Evidence may have settled some of them.
 */
function unresolvedOf(scene: Scene, number: OfficialNumber, ids: readonly number[]): Promise<number[]> {
  return until(
    async () => {
      const known = new Set(
        (await acceptedFrom(scene, number)).map((taken) => taken.biz_opaque_callback_data),
      );
      const open = (await messagesOf(scene, ids)).filter(({ status }) => status !== 'delivered');
      const isLeft = ({ waits, reference, not_before, error_code }: Json) =>
        !known.has(reference) &&
        (error_code === 'outcome_unknown' ||
          (waits && not_before.getTime() - STATUS_REPORT_WAIT_MS < Date.now() - MAX_CALL_MS));
      return open.every(isLeft) && open.map(({ id }) => id);
    },
    { timeoutMs: RECOVERY_MS, what: 'the end of every message' },
  );
}

/**
 * Checks that each message is at the provider once and delivered. Unresolved messages fail after the wait for
 * a status report. Returns how many were unresolved.
 */
export async function expectSentOnce(
  scene: Scene,
  number: OfficialNumber,
  ids: readonly number[],
): Promise<number> {
  const left = await unresolvedOf(scene, number, ids);
  await scene.query('update messages set not_before = now() where public_id = any ($1) and due', left);
  const messages = await until(
    async () => {
      const rows = await messagesOf(scene, ids);
      return rows.every(({ status }) => status !== 'queued') && rows;
    },
    { timeoutMs: RECOVERY_MS, what: 'the failure of unresolved messages' },
  );

  expect(left.length).toBeLessThanOrEqual(WINDOW);
  const ends = messages.map(({ id, status, error_code }) => [id, status, error_code]);
  expect(ends).toEqual(
    ids
      .toSorted((a, b) => a - b)
      .map((id) => (left.includes(id) ? [id, 'failed', 'outcome_unknown'] : [id, 'delivered', null])),
  );
  const references = new Set(messages.map(({ reference }) => reference));
  const taken = (await acceptedFrom(scene, number))
    .filter((message) => references.has(message.biz_opaque_callback_data))
    .map((message) => [message.biz_opaque_callback_data, message.to, message.text]);
  const sent = messages.filter(({ id }) => !left.includes(id));
  expect(taken.sort()).toEqual(sent.map(({ reference, phone, body }) => [reference, phone, body]).sort());
  // A kill of the sandbox clears the log of calls.
  const { body } = await scene.shop.sandbox('GET', '/cloud/requests?call=messages');
  const requests = body.data
    .filter(({ message_id }: Json) => message_id !== null)
    .map((request: Json) => request.biz_opaque_callback_data);
  expect(requests).toHaveLength(new Set(requests).size);
  return left.length;
}
