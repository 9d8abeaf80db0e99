import type { BinaryNode } from 'baileys';
import { getBinaryNodeChild, isJidGroup } from 'baileys';
import type { ContentKind } from '../../content-kinds.ts';
import { textOf } from '../../content-text.ts';
import type { GroupChat } from '../../engine.ts';
import { addressOfLid, authorOf, isOwn, lidOfAuthor, memberOf, type Person } from '../addresses.ts';
import type { Work } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';
import { serverTime } from '../server-time.ts';
import { type Arrival, type ArrivalParts, addTo, addToGroup, isId } from './arrival.ts';
import type { GroupBook } from './group-book.ts';
import { customerOf } from './own-message.ts';

/** For content that Kurir does not get. */
export type TraceKind = Extract<ContentKind, 'view_once' | 'phone_only' | 'unreadable'>;

/** Ending of some of the network's names. */
const FANOUT = '_unavailable_fanout';

/** `unreadable`: the phone may forward it. */
export function traceKindOf(stanza: BinaryNode): TraceKind | null {
  const unavailable = getBinaryNodeChild(stanza, 'unavailable');
  if (!unavailable || getBinaryNodeChild(stanza, 'enc')) return null;
  const { type = '' } = unavailable.attrs;
  if (type.replace(FANOUT, '') === 'view_once') return 'view_once';
  return type.endsWith(FANOUT) ? 'phone_only' : 'unreadable';
}

export interface TraceParts extends ArrivalParts {
  groups: GroupBook;
}

export interface Trace {
  /** In a group: the member who wrote. */
  customer: Person;
  arrival: Arrival;
  group?: GroupChat;
}

/** Null for channels, status updates, and groups that the account does not take. */
export function traceIn(
  { creds, clock, loginTime, groups }: Pick<TraceParts, 'creds' | 'clock' | 'loginTime' | 'groups'>,
  stanza: BinaryNode,
  kind: TraceKind,
): Trace | null {
  const { id, t, from = '', participant, notify } = stanza.attrs;
  const isInGroup = isJidGroup(from) === true;
  if (isInGroup && !groups.takesGroups()) return null;
  const isReply = isOwn(isInGroup ? participant : from, creds);
  const ofChat = isReply ? customerOf(stanza.attrs, null, creds) : authorOf(stanza, creds);
  const customer = isInGroup ? memberOf(stanza) : ofChat;
  if (!customer || !isId(id)) return null;
  const group = isInGroup && { group: { id: from, subject: groups.subjectOf(from) } };
  const at = serverTime(clock, t);
  const details = { kind, note: null };
  const message = { type: 'text' as const, body: textOf(details), details, waMessageId: id, at };
  if (isReply) return { customer, ...group, arrival: { ...message, isLive: loginTime.isLive(at) } };
  const lid = isInGroup ? null : lidOfAuthor(stanza);
  return {
    customer,
    ...group,
    arrival: {
      ...message,
      ...(notify && { senderName: notify }),
      ...(lid && { otherId: addressOfLid(lid) }),
    },
  };
}

/** As `addTo`. */
export function addTrace(work: Work, vault: KeyVault, { customer, arrival, group }: Trace): Promise<void> {
  return group
    ? addToGroup(work, vault, { group, member: customer, name: null }, arrival)
    : addTo(work, vault, customer, arrival);
}

/** A separate commit. */
export async function receiveTrace(parts: TraceParts, stanza: BinaryNode, kind: TraceKind): Promise<void> {
  const trace = traceIn(parts, stanza, kind);
  if (!trace) return;
  await parts.ratchets.runSeparately(async () => {
    const work = parts.ratchets.ownWork;
    if (work) await addTrace(work, parts.vault, trace);
  });
}
