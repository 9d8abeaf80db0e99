import { SECOND } from '../../../../platform/lib/clock.ts';
import type { NamedIds } from '../../callbacks.ts';
import { MAX_ACCOUNT_ID } from '../graph/lenient-values.ts';

export interface Change {
  wabaId: string | undefined;
  /** Undefined: of the whole account. */
  phoneNumberId: string | undefined;
  field: string;
  at: Date | null;
  value: Record<string, unknown>;
}

/** `broken`: unreadable entries and changes. */
export interface Envelope {
  changes: Change[];
  broken: number;
}

/** Of a callback. The provider sends at most 1000 updates. */
export const MAX_PARTS = 10_000;

const ITEM_LISTS = [
  'contacts',
  'messages',
  'message_echoes',
  'statuses',
  'errors',
  'user_preferences',
  'calls',
] as const;

export function openCallback(payload: unknown): Envelope | null {
  const entries = isRecord(payload) ? payload.entry : null;
  const opened: Envelope = { changes: [], broken: isList(entries) ? 0 : 1 };
  let parts = itemsOf(entries).length;
  for (const entry of itemsOf(entries)) {
    if (!isRecord(entry) || !isList(entry.changes)) {
      opened.broken += 1;
      continue;
    }
    const changes = itemsOf(entry.changes);
    parts += changes.length;
    if (parts > MAX_PARTS) return null;
    for (const change of changes) {
      const read = changeOf(change, { wabaId: idOf(entry.id), at: timeOf(entry.time) });
      if (!read) opened.broken += 1;
      else {
        parts += countItems(read.value);
        opened.changes.push(read);
      }
    }
  }
  return parts > MAX_PARTS ? null : opened;
}

export function namedIn({ changes }: Envelope): NamedIds {
  const numbers = new Set<string>();
  const wabaIds = new Set<string>();
  for (const { phoneNumberId, wabaId } of changes) {
    if (phoneNumberId !== undefined) numbers.add(phoneNumberId);
    else if (wabaId !== undefined) wabaIds.add(wabaId);
  }
  return { numbers: [...numbers], wabaIds: [...wabaIds] };
}

export function timeOf(seconds: unknown): Date | null {
  return /^\d{9,11}$/.test(String(seconds)) ? new Date(Number(seconds) * SECOND) : null;
}

/** One item may come without its list. */
export function itemsOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return isRecord(list) ? [list] : [];
}

const isList = (list: unknown) => typeof list === 'object' && list !== null;

export const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

function changeOf(change: unknown, { wabaId, at }: Pick<Change, 'wabaId' | 'at'>): Change | null {
  if (!isRecord(change)) return null;
  const { field, value } = change;
  if (typeof field !== 'string' || field.length > 100 || !isRecord(value)) return null;
  const { metadata, waba_info, recipient } = value;
  // A change of a chat's owner names the number as `recipient`.
  const number = isRecord(metadata) ? metadata : recipient;
  return {
    // An update about a removed account arrives under another one.
    wabaId: (isRecord(waba_info) ? idOf(waba_info.waba_id) : undefined) ?? wabaId,
    phoneNumberId: isRecord(number) ? idOf(number.phone_number_id) : undefined,
    field,
    at,
    value,
  };
}

const countItems = (value: Record<string, unknown>): number =>
  ITEM_LISTS.reduce((count, list) => count + itemsOf(value[list]).length, 0) +
  (isRecord(value.standby) ? countItems(value.standby) : 0);

const idOf = (id: unknown) =>
  typeof id === 'string' && id.length > 0 && id.length <= MAX_ACCOUNT_ID ? id : undefined;
