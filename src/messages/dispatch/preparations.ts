import type { Context } from '../../context.ts';
import type { HeldDevice } from '../../devices/sessions/session-listener.ts';
import type { EngineSession, Preparation } from '../../engines/engine.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import type { ClaimedMessage } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';
import { outboundOf } from './outbound.ts';
import { createSlots } from './slots.ts';

/** Files that are fetched and uploaded at a time: of one account, however many devices it has, and of all of this process. */
const PER_ACCOUNT = 4;
const IN_ALL = 16;
const MAX_SAVES = 100;

/** `settled`: the message needs no sending any more. */
export type Prepared = Preparation | { outcome: 'settled' };

/** Has messages prepared by their sessions, beside everything else, and commits what comes of it before anybody may send it. */
export interface Preparations {
  /** Never rejects. A signal ends it soon, with `not_written`. */
  run(
    line: { device: HeldDevice; session: EngineSession; signal: AbortSignal },
    message: ClaimedMessage,
  ): Promise<Prepared>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

const GIVEN_UP: Prepared = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
};

/** `sendsNext`: what is prepared goes out without another word to the database. `stopped` ends the waiting for one that is away. */
export function createPreparations(ctx: Context, sendsNext: boolean, stopped: AbortSignal): Preparations {
  const slots = createSlots({ total: IN_ALL, perKey: PER_ACCOUNT });
  const saves = createBatcher<store.PreparedContent, Uint8Array | null>(save, { maxItems: MAX_SAVES });
  const underWay = new Set<Promise<Prepared>>();

  async function save(rows: store.PreparedContent[]): Promise<(Uint8Array | null)[]> {
    const saved = await untilDatabaseAnswers(stopped, () => store.savePrepared(ctx.db, rows, sendsNext));
    const contents = new Map(saved.map(({ id, prepared }) => [id, prepared]));
    return rows.map(({ id }) => contents.get(id) ?? null);
  }

  async function prepare(
    session: EngineSession,
    message: ClaimedMessage,
    signal: AbortSignal,
  ): Promise<Prepared> {
    const made = await session.prepare(outboundOf(message), signal);
    if (made.outcome !== 'prepared') return made;
    try {
      // What another process has prepared before us wins: every send carries the same content.
      const content = await saves.add({ id: message.id, prepared: made.content });
      return content ? { outcome: 'prepared', content } : { outcome: 'settled' };
    } catch (error) {
      if (!stopped.aborted)
        ctx.log.error({ err: error, messageId: message.id }, 'dispatch.prepared_not_saved');
      return { outcome: 'not_written', code: 'not_saved', message: 'Kurir could not prepare the message.' };
    }
  }

  return {
    async run({ device, session, signal }, message) {
      const work = slots
        .run(device.account_id, signal, () => prepare(session, message, signal))
        .then((outcome) => outcome ?? GIVEN_UP);
      underWay.add(work);
      try {
        return await work;
      } finally {
        underWay.delete(work);
      }
    },

    async idle() {
      await Promise.all(underWay);
    },
  };
}
