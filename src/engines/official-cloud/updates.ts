import { z } from 'zod';
import { SECOND } from '../../lib/clock.ts';
import { digitsOf } from '../../lib/phone.ts';
import type { ReceivedMessage, Restriction } from '../engine.ts';
import { type AccountChange, accountChangeOf } from './account-news.ts';
import { restrictionBy, textOf } from './error-codes.ts';
import { type Contact, Inbound, receivedOf } from './received.ts';

/** One thing that the provider tells about a number. */
export type Update =
  | { kind: 'message'; phoneNumberId: string; message: ReceivedMessage }
  | { kind: 'status'; phoneNumberId: string; status: StatusReport }
  /** Nothing that is acted upon now. */
  | { kind: 'other'; phoneNumberId: string; field: string; payload: object };

/** Something about a business account as a whole, or about one of its numbers by its digits. */
export interface AccountNews {
  wabaId: string;
  field: string;
  /** Digits of the number that it is about; null: of all. */
  phoneNumber: string | null;
  payload: object;
  /** Null: nothing that changes what its devices can do. */
  change: AccountChange | null;
}

/** A number that the provider holds back, as a message or an error told by callback shows. */
export interface HeldNumber {
  phoneNumberId: string;
  reason: Restriction;
  at: Date;
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
  accounts: AccountNews[];
  held: HeldNumber[];
  /** By number, the account it belongs to. */
  accountOf: Map<string, string>;
  broken: number;
}

const Payload = z.object({ entry: z.array(z.unknown()) });
const Entry = z.object({ id: z.string().max(64).optional(), changes: z.array(z.unknown()) });

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

const PhoneNews = z.looseObject({ display_phone_number: z.string() });

const Failure = z.object({
  code: z.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});

const Status = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  timestamp: z.string().optional(),
  biz_opaque_callback_data: z.string().max(512).nullish(),
  errors: z.array(Failure).optional(),
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
  const found: Updates = { updates: [], accounts: [], held: [], accountOf: new Map(), broken: 0 };
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
      if (wabaId !== undefined) found.accounts.push(accountNewsOf(wabaId, field, value));
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
    found.held.push(...heldIn(phoneNumberId, value, receivedAt));
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

/** What is about the account names no number by its id. */
function accountNewsOf(wabaId: string, field: string, value: z.infer<typeof Change>['value']): AccountNews {
  const { display_phone_number } = PhoneNews.safeParse(value).data ?? {};
  return {
    wabaId,
    field,
    phoneNumber: digitsOf(display_phone_number ?? '') || null,
    payload: value,
    change: field === 'account_update' ? accountChangeOf(value) : null,
  };
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
  const at = timeOf(inbound.timestamp) ?? receivedAt;
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

/** What failed messages and errors of the number say about the number itself. */
function heldIn(
  phoneNumberId: string,
  { statuses = [], errors = [] }: z.infer<typeof Change>['value'],
  receivedAt: Date,
): HeldNumber[] {
  const failed = statuses.flatMap((item) => {
    const { timestamp = '', errors: reasons = [] } = Status.safeParse(item).data ?? {};
    return reasons.map(({ code }) => ({ code, at: timeOf(timestamp) ?? receivedAt }));
  });
  const told = errors.flatMap((item) => {
    const error = Failure.safeParse(item).data;
    return error ? [{ code: error.code, at: receivedAt }] : [];
  });
  return [...failed, ...told].flatMap(({ code, at }) => {
    const reason = restrictionBy(code);
    return reason ? [{ phoneNumberId, reason, at }] : [];
  });
}

/** Null for what is no time. */
const timeOf = (timestamp: string) =>
  /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * SECOND) : null;

function failureOf(error: z.infer<typeof Failure> | undefined) {
  if (!error) return { code: 'failed', message: 'The provider gave no reason.' };
  const { code, title, message, error_data } = error;
  const text = {
    title: title ?? message ?? 'The provider gave no reason.',
    details: error_data?.details ?? null,
  };
  return { code: String(code), message: textOf({ code, subcode: null, ...text }) };
}

const isKnown = (status: string): status is StatusReport['status'] => STATUSES.includes(status);
