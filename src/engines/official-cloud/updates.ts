import { z } from 'zod';
import { SECOND } from '../../lib/clock.ts';
import type { ReceivedMessage } from '../engine.ts';
import { textOf } from './error-codes.ts';
import { type Contact, Inbound, receivedOf } from './received.ts';

/** One thing that the provider tells about a number. */
export type Update =
  | { kind: 'message'; phoneNumberId: string; message: ReceivedMessage }
  | { kind: 'status'; phoneNumberId: string; status: StatusReport }
  /** Nothing that is acted upon now. */
  | { kind: 'other'; phoneNumberId: string; field: string; payload: object };

/** What became of a business account, and with it of all its numbers. */
export interface AccountChange {
  wabaId: string;
  change: 'disabled' | 'reinstated' | 'removed';
}

export interface StatusReport {
  /** The provider's id of the message. */
  providerId: string;
  /** Ours, when the message was sent with one. */
  reference: string | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error: { code: string; message: string } | null;
}

/** What a callback holds; `broken` counts items that cannot be read: the others are none the worse for it. */
export interface Updates {
  updates: Update[];
  accounts: AccountChange[];
  /** By number, the account it belongs to. */
  accountOf: Map<string, string>;
  broken: number;
}

const Payload = z.object({ entry: z.array(z.unknown()) });
const Entry = z.object({ id: z.string().max(64).optional(), changes: z.array(z.unknown()) });

const AccountUpdate = z.looseObject({
  event: z.string(),
  ban_info: z.looseObject({ waba_ban_state: z.unknown() }).optional(),
});
const Change = z.object({
  field: z.string().max(100),
  value: z.looseObject({
    metadata: z.looseObject({ phone_number_id: z.string().min(1).max(64) }).optional(),
    contacts: z.array(z.unknown()).optional(),
    messages: z.array(z.unknown()).optional(),
    statuses: z.array(z.unknown()).optional(),
    errors: z.array(z.unknown()).optional(),
  }),
});

const Status = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  biz_opaque_callback_data: z.string().max(512).nullish(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.object({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});

const KnownContact = z.looseObject({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.looseObject({ name: z.string().optional(), username: z.string().optional() }).optional(),
});

const STATUSES: readonly string[] = [
  'sent',
  'delivered',
  'read',
  'failed',
] satisfies StatusReport['status'][];

/** Reads a callback item by item. `receivedAt` stands in for times that cannot be read. */
export function readUpdates(payload: unknown, receivedAt: Date): Updates {
  const found: Updates = { updates: [], accounts: [], accountOf: new Map(), broken: 0 };
  const each = (items: readonly unknown[] | undefined, read: (item: unknown) => Update | null) => {
    for (const item of items ?? []) {
      try {
        const update = read(item);
        if (update) found.updates.push(update);
      } catch {
        found.broken += 1;
      }
    }
  };
  for (const { wabaId, field, value } of changesOf(payload, found)) {
    const phoneNumberId = value.metadata?.phone_number_id;
    if (phoneNumberId === undefined) {
      // What is about the whole account names no number.
      const change = field === 'account_update' ? accountChangeOf(value) : null;
      if (change && wabaId !== undefined) found.accounts.push({ wabaId, change });
      continue;
    }
    if (wabaId !== undefined) found.accountOf.set(phoneNumberId, wabaId);
    if (field !== 'messages') {
      found.updates.push({ kind: 'other', phoneNumberId, field, payload: value });
      continue;
    }
    const contacts = (value.contacts ?? []).map((contact) => KnownContact.safeParse(contact).data ?? {});
    each(value.messages, (item) => readMessage(phoneNumberId, item, contacts, receivedAt));
    each(value.statuses, (item) => readStatus(phoneNumberId, item));
    each(value.errors, (item) => ({
      kind: 'other',
      phoneNumberId,
      field: 'errors',
      payload: z.looseObject({}).parse(item),
    }));
  }
  return found;
}

function changesOf(
  payload: unknown,
  found: Updates,
): (z.infer<typeof Change> & { wabaId: string | undefined })[] {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) {
    found.broken += 1;
    return [];
  }
  return parsed.data.entry.flatMap((entry) => {
    const { id: wabaId, changes } = Entry.safeParse(entry).data ?? {};
    if (!changes) found.broken += 1;
    return (changes ?? []).flatMap((change) => {
      const read = Change.safeParse(change);
      if (read.success) return [{ ...read.data, wabaId }];
      found.broken += 1;
      return [];
    });
  });
}

const REMOVALS: readonly string[] = ['ACCOUNT_DELETED', 'PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED'];

/** Null for what leaves the account able to send. */
function accountChangeOf(value: object): AccountChange['change'] | null {
  const update = AccountUpdate.safeParse(value).data;
  if (!update) return null;
  if (REMOVALS.includes(update.event)) return 'removed';
  if (update.event !== 'DISABLED_UPDATE') return null;
  // A text, or a list of one.
  const state = [update.ban_info?.waba_ban_state].flat()[0];
  if (state === 'DISABLE') return 'disabled';
  return state === 'REINSTATE' ? 'reinstated' : null;
}

function readMessage(
  phoneNumberId: string,
  item: unknown,
  contacts: readonly Contact[],
  receivedAt: Date,
): Update {
  const inbound = Inbound.parse(item);
  // The number or the id of a person has changed: nothing that anybody wrote.
  if (inbound.type === 'system') return { kind: 'other', phoneNumberId, field: 'system', payload: inbound };
  const seconds = /^\d{9,11}$/.test(inbound.timestamp) ? Number(inbound.timestamp) : null;
  const at = seconds === null ? receivedAt : new Date(seconds * SECOND);
  return { kind: 'message', phoneNumberId, message: receivedOf(inbound, contacts, at) };
}

function readStatus(phoneNumberId: string, item: unknown): Update | null {
  const { id, status, biz_opaque_callback_data: reference = null, errors } = Status.parse(item);
  if (!isKnown(status)) return null;
  const [error] = errors ?? [];
  return {
    kind: 'status',
    phoneNumberId,
    status: {
      providerId: id,
      reference,
      status,
      error: status === 'failed' ? failureOf(error) : null,
    },
  };
}

function failureOf(error: NonNullable<z.infer<typeof Status>['errors']>[number] | undefined) {
  if (!error) return { code: 'failed', message: 'The provider gave no reason.' };
  const { code, title, message, error_data } = error;
  const text = {
    title: title ?? message ?? 'The provider gave no reason.',
    details: error_data?.details ?? null,
  };
  return { code: String(code), message: textOf({ code, subcode: null, ...text }) };
}

const isKnown = (status: string): status is StatusReport['status'] => STATUSES.includes(status);
