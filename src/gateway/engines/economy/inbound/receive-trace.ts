import type { BinaryNode } from 'baileys';
import { getBinaryNodeChild } from 'baileys';
import type { ContentKind } from '../../content-kinds.ts';
import { textOf } from '../../content-text.ts';
import { addressOfLid, authorOf, isOwn, lidOfAuthor, type Person } from '../addresses.ts';
import { serverTime } from '../server-time.ts';
import { type Arrival, type ArrivalParts, addTo, isId } from './arrival.ts';
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

/** Null for groups, channels and status updates. */
export function traceIn(
  parts: Pick<ArrivalParts, 'creds' | 'clock' | 'loginTime'>,
  stanza: BinaryNode,
  kind: TraceKind,
): { customer: Person; arrival: Arrival } | null {
  const { id, t, from, notify } = stanza.attrs;
  const isReply = isOwn(from, parts.creds);
  const customer = isReply ? customerOf(stanza.attrs, null, parts.creds) : authorOf(stanza, parts.creds);
  if (!customer || !isId(id)) return null;
  const at = serverTime(parts.clock, t);
  const details = { kind, note: null };
  const message = { type: 'text' as const, body: textOf(details), details, waMessageId: id, at };
  if (isReply) return { customer, arrival: { ...message, isLive: parts.loginTime.isLive(at) } };
  const lid = lidOfAuthor(stanza);
  return {
    customer,
    arrival: {
      ...message,
      ...(notify && { senderName: notify }),
      ...(lid && { otherId: addressOfLid(lid) }),
    },
  };
}

/** A separate commit. */
export async function receiveTrace(parts: ArrivalParts, stanza: BinaryNode, kind: TraceKind): Promise<void> {
  const trace = traceIn(parts, stanza, kind);
  if (!trace) return;
  await parts.ratchets.runSeparately(async () => {
    const work = parts.ratchets.ownWork;
    if (work) await addTo(work, parts.vault, trace.customer, trace.arrival);
  });
}
