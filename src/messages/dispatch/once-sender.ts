import type { Context } from '../../context.ts';
import type { HeldDevice } from '../../devices/sessions/session-listener.ts';
import type { EngineSession, SendOutcome } from '../../engines/engine.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { MINUTE } from '../../lib/clock.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import type { ClaimedMessage } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';
import { outboundOf } from './outbound.ts';

/** After so long without a word of the provider, nobody expects one any more. */
const WORD_WAIT_MS = 10 * MINUTE;
const MAX_MARKS = 500;

/** Sends messages that nobody may ever send again: commits first that each may have been handed over. */
export interface OnceSender {
  /** Null when the message is settled, marked already, or not ours to send. Never rejects. */
  send(
    line: { device: HeldDevice; session: EngineSession },
    message: ClaimedMessage,
  ): Promise<SendOutcome | null>;
}

/** `stopped` ends the waiting for a database that is away. */
export function createOnceSender(ctx: Context, nodeId: string, stopped: AbortSignal): OnceSender {
  const marks = createBatcher<store.Mark, boolean>(
    async (rows) => {
      const until = new Date(ctx.now().getTime() + WORD_WAIT_MS);
      // A repetition after an answer that was lost finds the mark and leaves the message to the provider's word: never sent twice.
      const marked = await untilDatabaseAnswers(stopped, () =>
        store.markWritten(ctx.db, nodeId, rows, until),
      );
      return rows.map(({ id }) => marked.has(id));
    },
    { maxItems: MAX_MARKS },
  );

  return {
    async send({ device, session }, message) {
      try {
        const { id, reserved_wa_id } = message;
        const mark = { id, reserved_wa_id, device_id: device.id, epoch: device.epoch };
        return (await marks.add(mark)) ? await session.send(outboundOf(message)) : null;
      } catch (error) {
        if (!stopped.aborted) ctx.log.error({ err: error, messageId: message.id }, 'dispatch.mark_failed');
        return null;
      }
    },
  };
}
