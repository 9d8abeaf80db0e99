import type { Context } from '../../../context.ts';
import { type Batcher, createBatcher } from '../../../platform/lib/batcher.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { isRefusedRow } from '../../../platform/lib/db/refused-row.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import { Fenced, type SessionChange } from '../../engines/engine.ts';
import { type SealedKey, writeCreds, writeKeys } from './key-store.ts';
import { lockLeases } from './lease-store.ts';
import { credsAad, keyAad } from './session-aad.ts';
import type { Inbound, LeasedDevice, Received, Replied } from './session-listener.ts';

interface SessionWrite {
  device: LeasedDevice;
  change: SessionChange;
}

interface WriterParts extends Omit<Inbound, 'hasInbound'> {
  nodeId: string;
  /** Later writes are refused. */
  signal: AbortSignal;
}

/** With their public ids. */
interface Arrived {
  received: readonly Received[];
  replied: readonly Replied[];
}

const MAX_WRITES = 500;

/** Writes of one batch share a transaction. */
export class SessionWriter {
  readonly #ctx: Context;
  readonly #parts: WriterParts;
  readonly #batcher: Batcher<SessionWrite, Fenced | null>;

  constructor(ctx: Context, parts: WriterParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#batcher = createBatcher((writes) => this.#flush(writes), {
      maxItems: MAX_WRITES,
      divideOn: () => !parts.signal.aborted,
    });
  }

  /**
   * In order per device. Waits while the database is unavailable. Rejects with Fenced without the
   * lease, and at the stop.
   */
  async write(device: LeasedDevice, change: SessionChange): Promise<void> {
    const write = { device, change };
    const fenced = await this.#batcher.add(write).catch((error) => this.#isolate(write, error));
    if (change.since !== undefined) this.#ctx.order.note('accept', performance.now() - change.since);
    if (fenced) throw fenced;
  }

  idle(): Promise<void> {
    return this.#batcher.idle();
  }

  /**
   * Drops messages, replies and changes that the database refuses permanently: repetitions would
   * end each session. Keys come last: without them, a message arrives again, and is stored once.
   */
  async #isolate({ device, change }: SessionWrite, error: unknown): Promise<Fenced | null> {
    const { received = [], replies = [], messageChanges = [], ...rest } = change;
    this.#logRefusal(device, error);
    const parts: SessionChange[] = [
      ...received.map((message) => ({ received: [message] })),
      ...replies.map((reply) => ({ replies: [reply] })),
      ...messageChanges.map((each) => ({ messageChanges: [each] })),
    ];
    if (parts.length === 0 || !isRefusedRow(error)) throw error;
    for (const part of parts) {
      const fenced = await this.#batcher.add({ device, change: part }).catch((refusal) => {
        if (!isRefusedRow(refusal)) throw refusal;
        this.#logRefusal(device, refusal);
        return null;
      });
      if (fenced) return fenced;
    }
    return this.#batcher.add({ device, change: rest });
  }

  #logRefusal({ device_uuid: deviceUuid }: LeasedDevice, error: unknown): void {
    if (!this.#parts.signal.aborted)
      this.#ctx.log.error({ err: error, deviceUuid }, 'sessions.write_refused');
  }

  /** Fenced: the lease is lost. */
  async #flush(writes: SessionWrite[]): Promise<(Fenced | null)[]> {
    const owned = await untilDatabaseAnswers(this.#parts.signal, async () => {
      const owned = await this.#store(writes);
      const learned = writes
        .filter(({ device }) => owned.has(device.id))
        .flatMap(({ device, change }) => (change.numbers ?? []).map((number) => ({ device, number })));
      if (learned.length > 0) await this.#parts.learnNumbers(learned);
      return owned;
    });
    const made = writes.filter(({ device }) => owned.has(device.id));
    if (made.some(({ change }) => change.received?.length || change.messageChanges?.length))
      this.#ctx.bus.publish('events');
    if (made.some(({ change }) => change.received?.length)) this.#ctx.bus.publish('received');
    return writes.map(({ device }) =>
      owned.has(device.id) ? null : new Fenced(`device ${device.device_uuid} has another owner`),
    );
  }

  /** Returns the devices with a valid lease. */
  async #store(writes: readonly SessionWrite[]): Promise<Set<number>> {
    const { received, replied } = await this.#number(writes);
    if (received.length === 0 || replied.length === 0)
      return this.#ctx.db.transaction((tx) => this.#commit(tx, writes, { received, replied }));
    // Replies lock conversations, which must come before usage. Keys come last, as in `#isolate`.
    await this.#ctx.db.transaction((tx) => this.#commitReceived(tx, received));
    return this.#ctx.db.transaction((tx) => this.#commit(tx, writes, { received: [], replied }));
  }

  async #number(writes: readonly SessionWrite[]): Promise<Arrived> {
    const { numberReceived } = this.#parts;
    const received = writes.flatMap(({ device, change }) =>
      (change.received ?? []).map((message) => ({ device, message })),
    );
    const replied = writes.flatMap(({ device, change }) =>
      (change.replies ?? []).map((reply) => ({ device, reply })),
    );
    return {
      received: received.length > 0 ? await numberReceived(received) : [],
      replied: replied.length > 0 ? await numberReceived(replied) : [],
    };
  }

  /** Returns the devices with a valid lease. */
  async #commit(tx: Tx, all: readonly SessionWrite[], arrived: Arrived): Promise<Set<number>> {
    const { nodeId, storeReceived, storeReplies, storeChanges } = this.#parts;
    const owned = await lockLeases(tx, nodeId, leasesOf(all));
    const writes = all.filter(({ device }) => owned.has(device.id));

    const keys = latestKeys(this.#ctx, writes);
    if (keys.length > 0) await writeKeys(tx, keys);
    const creds = latestCreds(this.#ctx, writes);
    if (creds.length > 0) await writeCreds(tx, creds);
    const received = arrived.received.filter(({ device }) => owned.has(device.id));
    if (received.length > 0) await storeReceived(tx, received);
    const replied = arrived.replied.filter(({ device }) => owned.has(device.id));
    if (replied.length > 0) await storeReplies(tx, replied);
    const changed = writes.flatMap(({ device, change }) =>
      (change.messageChanges ?? []).map((each) => ({ device, change: each })),
    );
    if (changed.length > 0) await storeChanges(tx, changed);
    return owned;
  }

  async #commitReceived(tx: Tx, received: readonly Received[]): Promise<void> {
    const { nodeId, storeReceived } = this.#parts;
    const owned = await lockLeases(tx, nodeId, leasesOf(received));
    const stored = received.filter(({ device }) => owned.has(device.id));
    if (stored.length > 0) await storeReceived(tx, stored);
  }
}

function leasesOf(all: readonly { device: Pick<LeasedDevice, 'id' | 'epoch'> }[]) {
  const leases = new Map(all.map(({ device: { id, epoch } }) => [id, { device_id: id, epoch }]));
  return [...leases.values()];
}

/** One INSERT may touch a row once: the last write of a key wins. */
function latestKeys(ctx: Context, writes: readonly SessionWrite[]): SealedKey[] {
  const latest = new Map<string, { device_id: number; type: string; id: string; value: Uint8Array | null }>();
  for (const { device, change } of writes) {
    for (const key of change.keys ?? []) {
      latest.set(keyAad(device.id, key.type, key.id), { device_id: device.id, ...key });
    }
  }
  return [...latest].map(([aad, key]) => ({ ...key, value: key.value && ctx.box.seal(key.value, aad) }));
}

function latestCreds(ctx: Context, writes: readonly SessionWrite[]): { device_id: number; value: Buffer }[] {
  const latest = new Map<number, Uint8Array>();
  for (const { device, change } of writes) if (change.creds) latest.set(device.id, change.creds);
  return [...latest].map(([device_id, creds]) => ({
    device_id,
    value: ctx.box.seal(creds, credsAad(device_id)),
  }));
}
