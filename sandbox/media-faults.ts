import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

export const MediaFault = z
  .object({
    /** null ends the fault. */
    fault: z.enum(['missing', 'error', 'changed', 'truncated', 'endless', 'slow']).nullable(),
    /** Downloads with the fault; null: all until it ends. */
    count: z.number().int().min(1).nullable().default(1),
    /** Of `slow`. */
    delay_ms: z.number().int().min(0).max(60_000).default(2_000),
  })
  .strict();
export type MediaFault = z.infer<typeof MediaFault>;

const ENDLESS_BYTES = 64 * 1024 * 1024;
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024);

/** What goes wrong with downloads of files. One fault at a time. */
export class MediaFaults {
  #current: MediaFault | null = null;

  set(fault: MediaFault): void {
    this.#current = fault.fault === null ? null : { ...fault };
  }

  /** The fault of this download, or null. */
  take(): MediaFault | null {
    const current = this.#current;
    if (current === null || current.count === null) return current;
    current.count -= 1;
    if (current.count === 0) this.#current = null;
    return current;
  }
}

/** The bytes that a download gets instead. */
export async function spoil(bytes: Readable, { fault, delay_ms }: MediaFault): Promise<Readable> {
  switch (fault) {
    case 'changed':
      return Readable.from(change(bytes));
    case 'truncated':
      return Readable.from(truncate(bytes));
    case 'endless':
      return Readable.from(extend(bytes));
    case 'slow':
      await wait(delay_ms);
      return bytes;
    default:
      return bytes;
  }
}

async function* change(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const copy = Buffer.from(chunk);
    if (isFirst && copy.length > 0) copy.writeUInt8(copy.readUInt8(0) ^ 1, 0);
    isFirst = false;
    yield copy;
  }
}

async function* truncate(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield chunk.subarray(0, Math.floor(chunk.length / 2));
    return;
  }
}

async function* extend(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes;
  for (let sent = 0; sent < ENDLESS_BYTES; sent += ENDLESS_CHUNK.length) yield ENDLESS_CHUNK;
}
