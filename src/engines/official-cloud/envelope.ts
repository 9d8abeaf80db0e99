import { SECOND } from '../../lib/clock.ts';
import type { NamedIds } from '../callbacks.ts';

/** One change that a callback tells of: its content is as it came, and nobody has read it. */
export interface Change {
  /** The business account; undefined when it is not named. */
  wabaId: string | undefined;
  /** The provider's id of the number; undefined for what is about the account as a whole. */
  phoneNumberId: string | undefined;
  field: string;
  /** When it happened; null when that is not told. */
  at: Date | null;
  value: Record<string, unknown>;
}

/** A callback as far as it has to be opened to know whom it is about. `broken` counts what is no entry, or no change. */
export interface Envelope {
  changes: Change[];
  broken: number;
}

/**
 * Entries, changes and items that one callback may have. The provider sends 1000 updates and 3 MB at most, so that it never has so many;
 * whoever does wants to keep us busy.
 */
export const MAX_PARTS = 10_000;

/** The lists of a change to a number that are read item by item. */
const LISTS = ['contacts', 'messages', 'statuses', 'errors'] as const;

/** A number of it, or an account; both stand near the beginning. */
const HINT = /"(phone_number_id|waba_id|id)"\s*:\s*"([^"\\]{1,64})"/g;
/** All of a callback is of one app: among so many ids is one that leads to its secret. */
const MAX_HINTS = 1_000;

/** Whom a callback may be about. For bytes that nobody vouches for yet: they are searched once, and nothing is made of them. */
export function hintsIn(bytes: Buffer): NamedIds {
  const numbers = new Set<string>();
  const wabaIds = new Set<string>();
  let hints = 0;
  for (const [, key, id = ''] of bytes.toString('latin1').matchAll(HINT)) {
    (key === 'phone_number_id' ? numbers : wabaIds).add(id);
    hints += 1;
    if (hints === MAX_HINTS) break;
  }
  return { numbers: [...numbers], wabaIds: [...wabaIds] };
}

/** Opens a callback without reading what it tells. Null when it has more than MAX_PARTS. */
export function openCallback(payload: unknown): Envelope | null {
  const entries = isRecord(payload) ? payload.entry : null;
  if (!Array.isArray(entries)) return { changes: [], broken: 1 };
  const opened: Envelope = { changes: [], broken: 0 };
  let parts = entries.length;
  for (const entry of entries) {
    const changes = isRecord(entry) ? entry.changes : null;
    if (!Array.isArray(changes)) {
      opened.broken += 1;
      continue;
    }
    parts += changes.length;
    if (parts > MAX_PARTS) return null;
    for (const change of changes) {
      const read = changeOf(change, { wabaId: idOf(entry.id), at: timeOf(entry.time) });
      if (!read) opened.broken += 1;
      else {
        parts += itemsIn(read.value);
        opened.changes.push(read);
      }
    }
  }
  return parts > MAX_PARTS ? null : opened;
}

/** The numbers that a callback names, and the accounts of which it names no number. */
export function namedIn({ changes }: Envelope): NamedIds {
  const numbers = new Set<string>();
  const wabaIds = new Set<string>();
  for (const { phoneNumberId, wabaId } of changes) {
    if (phoneNumberId !== undefined) numbers.add(phoneNumberId);
    else if (wabaId !== undefined) wabaIds.add(wabaId);
  }
  return { numbers: [...numbers], wabaIds: [...wabaIds] };
}

/** A time of the provider, in seconds since 1970 as number or text; null for what is no time. */
export function timeOf(seconds: unknown): Date | null {
  return /^\d{9,11}$/.test(String(seconds)) ? new Date(Number(seconds) * SECOND) : null;
}

/** Whether something in a callback is an object with keys. */
export const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

function changeOf(change: unknown, { wabaId, at }: Pick<Change, 'wabaId' | 'at'>): Change | null {
  if (!isRecord(change)) return null;
  const { field, value } = change;
  if (typeof field !== 'string' || field.length > 100 || !isRecord(value)) return null;
  const { metadata, waba_info } = value;
  return {
    // News of an account that is taken from the app come as those of another one, and name it within.
    wabaId: (isRecord(waba_info) ? idOf(waba_info.waba_id) : undefined) ?? wabaId,
    phoneNumberId: isRecord(metadata) ? idOf(metadata.phone_number_id) : undefined,
    field,
    at,
    value,
  };
}

function itemsIn(value: Record<string, unknown>): number {
  let items = 0;
  for (const list of LISTS) {
    const each = value[list];
    if (Array.isArray(each)) items += each.length;
  }
  return items;
}

const idOf = (id: unknown) => (typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : undefined);
