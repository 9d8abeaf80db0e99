import { z } from 'zod';
import { digitsOf } from '../../lib/phone.ts';
import type { AccountUpdate, CallbackItem, CallbackItems, StatusReport } from '../callbacks.ts';
import { accountChangeOf } from './account-updates.ts';
import { type Change, type Envelope, isRecord, timeOf } from './envelope.ts';
import { NO_REASON, restrictionBy, textOf } from './error-codes.ts';
import { errorCode, maybe, wordOf } from './nodes.ts';
import { Contact, Inbound, type People, peopleOf, receivedOf } from './received.ts';

const PhoneNews = z.object({ display_phone_number: maybe(wordOf(64)) });

const Failure = z.object({
  code: errorCode,
  title: maybe(z.string()),
  message: maybe(z.string()),
  error_data: maybe(z.object({ details: maybe(z.string()) })),
});
type Failure = z.infer<typeof Failure>;

const Status = z.object({
  id: z.string().min(1).max(512),
  status: z.string(),
  timestamp: maybe(wordOf(20)),
  biz_opaque_callback_data: maybe(z.string().max(512)),
  errors: maybe(z.array(maybe(Failure))),
});

const STATUSES: readonly string[] = [
  'sent',
  'delivered',
  'read',
  'failed',
] satisfies StatusReport['status'][];

/** So many of the items of a callback that cannot be read are kept. */
const MAX_UNREADABLE = 100;

/** Reads a callback item by item. `receivedAt` stands in for times that cannot be read. */
export function readItems({ changes, broken }: Envelope, receivedAt: Date): CallbackItems {
  const found: CallbackItems = { items: [], accounts: [], restrictions: [], accountOf: new Map(), broken };
  for (const change of changes) {
    const { wabaId, phoneNumberId, field, value } = change;
    if (phoneNumberId === undefined) {
      if (wabaId !== undefined) found.accounts.push(accountUpdateOf(wabaId, change, receivedAt));
      continue;
    }
    if (wabaId !== undefined) found.accountOf.set(phoneNumberId, wabaId);
    if (field === 'messages') readChange(phoneNumberId, value, { found, receivedAt });
    else found.items.push({ kind: 'other', phoneNumberId, field, payload: value });
  }
  return found;
}

function readChange(
  phoneNumberId: string,
  value: Value,
  { found, receivedAt }: { found: CallbackItems; receivedAt: Date },
): void {
  const people = peopleOf(listOf(value.contacts).flatMap((contact) => Contact.safeParse(contact).data ?? []));
  const take = (list: string, item: unknown, update: CallbackItem | null) => {
    if (update) found.items.push(update);
    else {
      found.broken += 1;
      if (found.broken > MAX_UNREADABLE) return;
      found.items.push({ kind: 'other', phoneNumberId, field: 'unreadable', payload: { list, item } });
    }
  };
  const hold = ({ code }: Failure, at: Date) => {
    const reason = restrictionBy(code);
    if (reason) found.restrictions.push({ phoneNumberId, reason, at });
  };
  for (const item of listOf(value.messages)) {
    take('messages', item, readMessage(phoneNumberId, item, people, receivedAt));
  }
  for (const item of listOf(value.statuses)) {
    const report = Status.safeParse(item).data;
    const { timestamp, errors } = report ?? {};
    if (!report) take('statuses', item, null);
    else if (isKnown(report.status)) take('statuses', item, statusOf(phoneNumberId, report.status, report));
    for (const error of errors ?? []) if (error) hold(error, timeOf(timestamp) ?? receivedAt);
  }
  for (const item of listOf(value.errors)) {
    take(
      'errors',
      item,
      isRecord(item) ? { kind: 'other', phoneNumberId, field: 'errors', payload: item } : null,
    );
    const error = Failure.safeParse(item).data;
    if (error) hold(error, receivedAt);
  }
}

/** What is about the account names no number by its id. */
function accountUpdateOf(wabaId: string, { field, value, at }: Change, receivedAt: Date): AccountUpdate {
  const { display_phone_number } = PhoneNews.safeParse(value).data ?? {};
  return {
    wabaId,
    field,
    phoneNumber: digitsOf(display_phone_number ?? '') || null,
    payload: value,
    at: at ?? receivedAt,
    change: field === 'account_update' ? accountChangeOf(value) : null,
  };
}

/** Null for what cannot be read. */
function readMessage(
  phoneNumberId: string,
  item: unknown,
  people: People,
  receivedAt: Date,
): CallbackItem | null {
  if (!isRecord(item)) return null;
  const content = asNewMessage(item);
  const inbound = Inbound.safeParse(content).data;
  if (!inbound) return null;
  const { type } = inbound;
  if (SILENT.includes(type)) return { kind: 'other', phoneNumberId, field: type, payload: item };
  const at = timeOf(inbound.timestamp) ?? receivedAt;
  const message = receivedOf(inbound, { item: content, people, at });
  return message && { kind: 'message', phoneNumberId, message };
}

function statusOf(
  phoneNumberId: string,
  status: StatusReport['status'],
  { id, biz_opaque_callback_data: reference, errors }: z.infer<typeof Status>,
): CallbackItem {
  const error = status === 'failed' ? failureOf(errors?.find((each) => each) ?? null) : null;
  return {
    kind: 'status',
    phoneNumberId,
    status: { providerId: id, reference: reference ?? null, status, error },
  };
}

/** A message that somebody has edited is one with the new text. */
function asNewMessage(item: Value): Value {
  const { type, edit } = item;
  const edited = type === 'edit' && isRecord(edit) && isRecord(edit.message) ? edit.message : null;
  return edited ? { ...edited, ...item, type: edited.type } : item;
}

/** Nothing that anybody wrote: a person's number or id has changed, somebody reacts to a message, takes one back, or opens the chat. */
const SILENT: readonly string[] = ['system', 'reaction', 'revoke', 'request_welcome'];

type Value = Record<string, unknown>;

const listOf = (items: unknown): readonly unknown[] => (Array.isArray(items) ? items : []);

function failureOf(error: Failure | null) {
  if (!error) return { code: 'failed', message: NO_REASON };
  const { code, title, message, error_data } = error;
  const text = {
    title: title ?? message ?? NO_REASON,
    details: error_data?.details ?? null,
  };
  return { code: String(code), message: textOf({ code, subcode: null, ...text }) };
}

const isKnown = (status: string): status is StatusReport['status'] => STATUSES.includes(status);
