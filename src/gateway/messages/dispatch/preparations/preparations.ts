import type { Context } from '../../../../context.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { isRefusedRow } from '../../../../platform/lib/db/refused-row.ts';
import { KeyedSlots } from '../../../../platform/lib/keyed-slots.ts';
import { untilDatabaseAnswers } from '../../../../platform/lib/retry.ts';
import type { EngineSession, Preparation } from '../../../engines/engine.ts';
import { FAILURES } from '../../queue/failures.ts';
import type { ClaimedMessage } from '../claim-store.ts';
import { outboundOf } from '../claim-store.ts';
import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { NewContent, PreparedContent } from '../in-flight-store.ts';

const PER_ACCOUNT = 4;
const IN_ALL = 16;
const MAX_SAVES = 100;

export type Prepared = Preparation | { outcome: 'settled' };

const CLOSED: Prepared = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
};

const NOT_STORABLE: Prepared = {
  outcome: 'refused',
  code: 'not_storable',
  message: FAILURES.not_storable,
};

interface PreparationsParts {
  save(rows: readonly NewContent[]): Promise<PreparedContent[]>;
  stopped: AbortSignal;
}

/** Runs beside all sends; content is committed before the first send. */
export class Preparations {
  readonly #ctx: Context;
  readonly #parts: PreparationsParts;
  readonly #slots = new KeyedSlots({ total: IN_ALL, perKey: PER_ACCOUNT });
  readonly #saves: Batcher<NewContent, Uint8Array | null>;
  readonly #running = new Set<Promise<Prepared>>();

  constructor(ctx: Context, parts: PreparationsParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#saves = createBatcher((rows) => this.#saveAll(rows), {
      maxItems: MAX_SAVES,
      divideOn: isRefusedRow,
    });
  }

  async run({ lease, session, closed }: ConnectedDevice, message: ClaimedMessage): Promise<Prepared> {
    const work = this.#slots
      .run(lease.account_id, closed, () => this.#prepare(session, message, closed))
      .then((prepared) => prepared ?? CLOSED);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #prepare(session: EngineSession, message: ClaimedMessage, closed: AbortSignal): Promise<Prepared> {
    const made = await session.prepare(outboundOf(message), closed);
    if (made.outcome !== 'prepared') return made;
    try {
      // The first stored content wins.
      const content = await this.#saves.add({
        id: message.id,
        reserved_wa_id: message.reserved_wa_id,
        prepared: made.content,
      });
      return content ? { outcome: 'prepared', content } : { outcome: 'settled' };
    } catch (error) {
      const { log } = this.#ctx;
      if (!this.#parts.stopped.aborted)
        log.error({ err: error, rowId: message.id }, 'dispatch.prepared_not_saved');
      if (isRefusedRow(error)) return NOT_STORABLE;
      return { outcome: 'not_written', code: 'not_saved', message: 'Kurir could not prepare the message.' };
    }
  }

  async #saveAll(rows: NewContent[]): Promise<(Uint8Array | null)[]> {
    const { save, stopped } = this.#parts;
    const saved = await untilDatabaseAnswers(stopped, () => save(rows));
    const contents = new Map(saved.map(({ id, prepared }) => [id, prepared]));
    return rows.map(({ id }) => contents.get(id) ?? null);
  }
}
