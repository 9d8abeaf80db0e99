import { z } from 'zod';
import { digitsOf } from '../../../../platform/lib/phone.ts';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { CallbackItem, CallbackItems, ChatItem, Consent } from '../../callbacks.ts';
import { restrictionBy } from '../graph/error-codes.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { addressOfGroup } from '../group-ids.ts';
import { Contact, type Contacts, indexContacts } from './author.ts';
import { CALLS, missedCallIn } from './calls.ts';
import { changeIn } from './changes.ts';
import { consentOf, PREFERENCES, refusedConsent } from './consent.ts';
import { typeIn } from './content-table.ts';
import { ECHOES, LIVE_MS, ownChangeIn, replyOf } from './echo.ts';
import { isRecord, itemsOf, timeOf } from './envelope.ts';
import { type GroupOfNumber, InboundMessage, receivedOf, Type } from './inbound-message.ts';
import { moveOf } from './move.ts';
import { HANDOVERS, handoverOf, standbyIn } from './standby.ts';
import {
  isKnownStatus,
  isOfMember,
  MessageError,
  Status,
  statusReportOf,
  warningOf,
} from './status-report.ts';

/** Further unreadable items are only counted. */
const MAX_UNREADABLE = 100;

const NOT_WRITTEN: readonly string[] = ['system', 'reaction', 'revoke', 'request_welcome'];

const GroupMessage = z.object({
  group_id: lenient(textOrNumber(MAX_ID)),
  timestamp: lenient(textOrNumber(20)),
});

type Changed = Extract<CallbackItem, { kind: 'change' }>;

/** Reads the items of one number into `found`. */
export class NumberChange {
  readonly #found: CallbackItems;
  readonly #phoneNumberId: string;
  readonly #receivedAt: Date;

  constructor(found: CallbackItems, phoneNumberId: string, receivedAt: Date) {
    this.#found = found;
    this.#phoneNumberId = phoneNumberId;
    this.#receivedAt = receivedAt;
  }

  read(value: Record<string, unknown>): void {
    const contacts = contactsIn(value);
    this.#each('messages', value.messages, (item) => {
      if (isRecord(item) && withEditApplied(item).group_id)
        this.#readGroupMessage(item, contacts, ownNumberIn(value));
      else this.#readMessage(item, contacts);
    });
    this.#each('statuses', value.statuses, (item) => this.#readStatus(item));
    this.#each('errors', value.errors, (item) => this.#readError(item));
  }

  /** From the Business app or a linked client. */
  readEchoes(value: Record<string, unknown>): void {
    this.#each(ECHOES, value.message_echoes, (item) => this.#add(ECHOES, item, this.#echoOf(withType(item))));
  }

  /** Another agent holds the chat. */
  readStandby(value: Record<string, unknown>): void {
    const before = this.#found.items.length;
    const standby = standbyIn(value);
    this.read(standby);
    this.readEchoes(standby);
    const marked = this.#found.items.splice(before).map(markedAsStandby);
    this.#found.items.push(...marked);
  }

  /** Late reports say nothing about now. */
  readHandover(value: Record<string, unknown>): void {
    const phoneNumberId = this.#phoneNumberId;
    const handover = handoverOf(value, this.#receivedAt);
    const isLive = handover && this.#receivedAt.getTime() - handover.at.getTime() <= LIVE_MS;
    if (isLive) this.#found.items.push({ kind: 'handover', phoneNumberId, handover });
    this.#found.items.push({ kind: 'other', phoneNumberId, field: HANDOVERS, payload: value });
  }

  /** Unanswered ones. */
  readCalls(value: Record<string, unknown>): void {
    const contacts = contactsIn(value);
    const phoneNumberId = this.#phoneNumberId;
    this.#each(CALLS, value.calls, (item) => {
      const message = missedCallIn(item, contacts, this.#receivedAt);
      if (message) this.#found.items.push({ kind: 'message', phoneNumberId, message });
      else if (isRecord(item))
        this.#found.items.push({ kind: 'other', phoneNumberId, field: CALLS, payload: item });
      else this.#add(CALLS, item, null);
    });
  }

  /** Whether customers want advertising. */
  readPreferences(value: Record<string, unknown>): void {
    this.#each(PREFERENCES, value.user_preferences, (item) => this.#addConsent(item, consentOf(item)));
  }

  /** One bad item must not fail the callback, which the provider would repeat for days. */
  #each(list: string, items: unknown, read: (item: unknown) => void): void {
    for (const item of itemsOf(items)) {
      try {
        read(item);
      } catch {
        this.#add(list, item, null);
      }
    }
  }

  #addConsent(item: unknown, consent: Consent | null): void {
    const phoneNumberId = this.#phoneNumberId;
    if (consent) this.#found.items.push({ kind: 'consent', phoneNumberId, consent });
    else if (isRecord(item))
      this.#add(PREFERENCES, item, { kind: 'other', phoneNumberId, field: PREFERENCES, payload: item });
  }

  #echoOf(item: unknown): CallbackItem | null {
    if (!isRecord(item)) return null;
    const phoneNumberId = this.#phoneNumberId;
    const change = ownChangeIn(item, this.#receivedAt);
    if (change) return { kind: 'change', phoneNumberId, change };
    const reply = replyOf(item, this.#receivedAt);
    if (reply) return { kind: 'reply', phoneNumberId, reply };
    return reply === null ? null : { kind: 'other', phoneNumberId, field: ECHOES, payload: item };
  }

  #readMessage(given: unknown, contacts: Contacts): void {
    const item = withType(given);
    const change = isRecord(item) ? this.#changeOf(item, contacts) : null;
    if (!change || change.change.kind === 'edit')
      this.#add('messages', given, this.#messageOf(item, contacts));
    if (change) this.#found.items.push(change);
  }

  /** Only the device knows whether it takes part in groups. */
  #readGroupMessage(payload: Record<string, unknown>, contacts: Contacts, ownNumber: string): void {
    const phoneNumberId = this.#phoneNumberId;
    const { group_id: groupId = null, timestamp } = GroupMessage.parse(withEditApplied(payload));
    const at = timeOf(timestamp) ?? this.#receivedAt;
    const id = groupId && addressOfGroup(groupId);
    const items = id ? this.#itemsIn({ id, ownNumber }, withType(payload), contacts) : [];
    this.#found.items.push({ kind: 'in_group', phoneNumberId, groupId, at, payload, items });
  }

  #itemsIn(group: GroupOfNumber, item: Record<string, unknown>, contacts: Contacts): ChatItem[] {
    const change = this.#changeOf(item, contacts, group.id);
    const isNew = !change || change.change.kind === 'edit';
    const message = isNew ? this.#messageOf(item, contacts, group) : null;
    return [message, change].flatMap((each) => each ?? []);
  }

  #messageOf(item: unknown, contacts: Contacts, group?: GroupOfNumber): ChatItem | null {
    if (!isRecord(item)) return null;
    const content = withEditApplied(item);
    const inbound = InboundMessage.safeParse(content).data;
    if (!inbound) return null;
    const { type } = inbound;
    const phoneNumberId = this.#phoneNumberId;
    const move = moveOf(item);
    if (move) return { kind: 'moved', phoneNumberId, move };
    if (NOT_WRITTEN.includes(type)) return { kind: 'other', phoneNumberId, field: type, payload: item };
    const at = timeOf(inbound.timestamp) ?? this.#receivedAt;
    const message = receivedOf(inbound, { item: content, contacts, at, group });
    return message && { kind: 'message', phoneNumberId, message };
  }

  #changeOf(item: Record<string, unknown>, contacts: Contacts, group?: string): Changed | null {
    const change = changeIn(item, contacts, this.#receivedAt, group);
    return change && { kind: 'change', phoneNumberId: this.#phoneNumberId, change };
  }

  #readStatus(item: unknown): void {
    const report = Status.safeParse(item).data;
    if (!report) {
      this.#add('statuses', item, null);
      return;
    }
    const { status, timestamp, errors } = report;
    const phoneNumberId = this.#phoneNumberId;
    if (status === 'failed' && isOfMember(report))
      this.#add('statuses', item, {
        kind: 'other',
        phoneNumberId,
        field: 'group_status',
        payload: { ...report },
      });
    else if (isKnownStatus(status)) {
      const read = statusReportOf(status, report, this.#receivedAt);
      this.#add('statuses', item, { kind: 'status', phoneNumberId, status: read });
    }
    const warning = warningOf(report);
    if (warning) this.#add('statuses', item, { kind: 'warning', phoneNumberId, warning });
    const refused = refusedConsent(item);
    if (refused) this.#addConsent(item, refused);
    const at = timeOf(timestamp) ?? this.#receivedAt;
    for (const error of errors ?? []) if (error) this.#addRestriction(error, at);
  }

  #readError(item: unknown): void {
    const phoneNumberId = this.#phoneNumberId;
    const stored = isRecord(item)
      ? ({ kind: 'other', phoneNumberId, field: 'errors', payload: item } as const)
      : null;
    this.#add('errors', item, stored);
    const error = MessageError.safeParse(item).data;
    if (error) this.#addRestriction(error, this.#receivedAt);
  }

  #add(list: string, item: unknown, read: CallbackItem | null): void {
    if (read) {
      this.#found.items.push(read);
      return;
    }
    this.#found.broken += 1;
    if (this.#found.broken > MAX_UNREADABLE) return;
    const phoneNumberId = this.#phoneNumberId;
    this.#found.items.push({ kind: 'other', phoneNumberId, field: 'unreadable', payload: { list, item } });
  }

  #addRestriction({ code }: MessageError, at: Date): void {
    const reason = restrictionBy(code);
    if (reason) this.#found.restrictions.push({ phoneNumberId: this.#phoneNumberId, reason, at });
  }
}

function markedAsStandby(item: CallbackItem): CallbackItem {
  if (item.kind === 'in_group') return { ...item, items: item.items.map(markedInChat) };
  return markedInChat(item);
}

function markedInChat(item: ChatItem): ChatItem {
  const marked = <Content extends { details?: object }>(content: Content) => ({
    ...content,
    details: { ...content.details, standby: true },
  });
  if (item.kind === 'message') return { ...item, message: { ...marked(item.message), isStandby: true } };
  return item.kind === 'reply' ? { ...item, reply: { ...marked(item.reply), isAgent: true } } : item;
}

function withEditApplied(item: Record<string, unknown>): Record<string, unknown> {
  const { type, edit } = item;
  const edited = type === 'edit' && isRecord(edit) && isRecord(edit.message) ? edit.message : null;
  return edited ? { ...edited, ...item, type: typeOf(edited) } : item;
}

/** Without a readable type, the content names it. */
const withType = <Item>(item: Item): Item =>
  isRecord(item) && !Type.safeParse(item.type).success ? { ...item, type: typeOf(item) } : item;

const typeOf = (item: Record<string, unknown>): string =>
  Type.safeParse(item.type).data ??
  NOT_WRITTEN.find((name) => item[name] !== undefined) ??
  typeIn(item) ??
  'unknown';

const contactsIn = (value: Record<string, unknown>): Contacts =>
  indexContacts(itemsOf(value.contacts).flatMap((contact) => Contact.safeParse(contact).data ?? []));

const Metadata = z.object({ display_phone_number: textOrNumber(64) });

const ownNumberIn = ({ metadata }: Record<string, unknown>): string =>
  digitsOf(Metadata.safeParse(metadata).data?.display_phone_number ?? '');
