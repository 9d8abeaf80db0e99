import type { BinaryNode } from 'baileys';
import { getBinaryNodeChild } from 'baileys';
import type { ContentKind } from '../../content-kinds.ts';
import { textOf } from '../../content-text.ts';
import { addressOfLid, authorOf, isOwn, lidOfAuthor, type Person } from '../addresses.ts';
import { serverTime } from '../server-time.ts';
import { type Arrival, addTo } from './arrival.ts';
import { customerOf } from './own-message.ts';
import { isId, type ReceiveParts } from './receive.ts';

/** What takes the place of content that Kurir does not get. */
type TraceKind = Extract<ContentKind, 'view_once' | 'phone_only'>;

/** The network names some of them with this ending. */
const FANOUT = '_unavailable_fanout';

/** The kind of a message whose content the network gives to the phone only. Null: the phone may forward it. */
export function traceKindOf(stanza: BinaryNode): TraceKind | null {
  const type = getBinaryNodeChild(stanza, 'unavailable')?.attrs.type;
  if (type === undefined || getBinaryNodeChild(stanza, 'enc')) return null;
  if (type.replace(FANOUT, '') === 'view_once') return 'view_once';
  return type.endsWith(FANOUT) ? 'phone_only' : null;
}

/** In the place of the message. Null for groups, channels and status updates. */
function traceIn(
  parts: Pick<ReceiveParts, 'creds' | 'clock' | 'loginTime'>,
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
export async function receiveTrace(parts: ReceiveParts, stanza: BinaryNode, kind: TraceKind): Promise<void> {
  const trace = traceIn(parts, stanza, kind);
  if (!trace) return;
  await parts.ratchets.runSeparately(async () => {
    const work = parts.ratchets.ownWork;
    if (work) await addTo(work, parts.vault, trace.customer, trace.arrival);
  });
}
