import type { Context } from '../../context.ts';
import type { HeldDevice } from '../../devices/sessions/session-listener.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { toStorable } from '../../lib/text.ts';
import type { Deferral } from '../queue/claim-store.ts';
import * as store from '../queue/claim-store.ts';
import type { StatusChange } from '../queue/settle-store.ts';
import { createStatusWriter } from '../queue/status-writer.ts';
import type { Entry } from './line.ts';

const MAX_DEFERRALS = 500;

export interface Failure {
  code: string;
  message: string;
  /** It certainly never reached the provider. */
  refund: boolean;
}

/** Stores what becomes of messages. An entry is let go of when that is done, or refused for good. */
export interface Outcomes {
  /** A status that the provider, or its answer, tells; `entry` is null when the message is not in our hands. */
  record(
    device: HeldDevice,
    waMessageId: string,
    status: StatusChange['status'],
    entry: Entry | null,
    facts?: { failure?: Failure; providerId?: string | undefined },
  ): void;
  /** It is tried again, not before a time. `counted`: as one of the attempts that are limited. */
  putOff(entry: Entry, how: { notBefore: Date; counted: boolean; maybeWritten: boolean }): void;
  /** Resolves when everything is stored. */
  idle(): Promise<void>;
}

/** `marks`: nobody else touches a message that this process has marked as written. `stopped` ends the waiting for a database that is away. */
export function createOutcomes(
  ctx: Context,
  { marks, stopped, letGo }: { marks: boolean; stopped: AbortSignal; letGo(entry: Entry | null): void },
): Outcomes {
  const statuses = createStatusWriter(ctx, stopped);
  const deferrals = createBatcher<Deferral, undefined>(defer, { maxItems: MAX_DEFERRALS });
  const writes = new Set<Promise<void>>();

  async function defer(rows: Deferral[]): Promise<undefined[]> {
    await untilDatabaseAnswers(stopped, () => store.deferMessages(ctx.db, rows));
    return rows.map(() => undefined);
  }

  function keepUntilStored(entry: Entry | null, write: Promise<unknown>): void {
    const done = write
      .catch((error) => {
        if (!stopped.aborted) ctx.log.error({ err: error }, 'dispatch.write_failed');
      })
      .then(() => {
        writes.delete(done);
        letGo(entry);
      });
    writes.add(done);
  }

  return {
    record(device, waMessageId, status, entry, { failure, providerId } = {}) {
      const change = {
        device_id: device.id,
        wa_message_id: toStorable(waMessageId),
        provider_id: providerId === undefined ? null : toStorable(providerId),
        status,
        error_code: failure?.code ?? null,
        error_message: failure?.message ?? null,
        refund: failure?.refund ?? false,
      };
      keepUntilStored(entry, statuses.write(change));
    },

    putOff(entry, { notBefore, counted, maybeWritten }) {
      const { message } = entry;
      const deferral = {
        id: message.id,
        not_before: notBefore,
        counted,
        maybe_written: maybeWritten || message.maybe_written,
        // Without marks, whoever had the device since may have written it.
        epoch: marks ? null : message.epoch,
      };
      keepUntilStored(entry, deferrals.add(deferral));
    },

    async idle() {
      await Promise.all(writes);
    },
  };
}
