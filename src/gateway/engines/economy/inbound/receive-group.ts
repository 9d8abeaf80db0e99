import type { BinaryNode, proto } from 'baileys';
import { isOwn, memberOf } from '../addresses.ts';
import { addressesOf } from '../keys/signal-keys.ts';
import { serverTime } from '../server-time.ts';
import { addToGroup, isId } from './arrival.ts';
import { readChange } from './changes.ts';
import { mentionsUs } from './details.ts';
import { addTrace, traceIn } from './receive-trace.ts';
import { type ReceiveParts, receivedOf, replyOf } from './received.ts';

/** By a member, or written on another client of the number. In the commit of the ratchet step. */
export async function receiveInGroup(
  parts: ReceiveParts,
  stanza: BinaryNode,
  decoded: proto.IMessage,
): Promise<void> {
  const { creds, vault, edits, groups, ratchets } = parts;
  const { id, t, from = '', participant, participant_lid, notify } = stanza.attrs;
  const member = memberOf(stanza);
  const work = ratchets.ownWork;
  if (!member || !work || !isId(id)) return;
  const fromMe = isOwn(participant, creds);
  const at = serverTime(parts.clock, t);
  // Copies for own devices come wrapped.
  const content = decoded.deviceSentMessage?.message ?? decoded;
  const message = await edits.open(content, () => addressesOf(vault, member, participant_lid ?? null));
  if (!message) {
    const trace = traceIn(parts, stanza, 'phone_only');
    if (trace) await addTrace(work, vault, trace);
    return;
  }
  const group = { id: from, subject: groups.subjectOf(from) };
  const add = (arrival: Parameters<typeof addToGroup>[3]) =>
    addToGroup(work, vault, { group, member, name: notify ?? null }, arrival);
  const written = fromMe
    ? replyOf(parts, { id, at, message })
    : receivedOf(parts, { id, at, message, name: notify });
  if (written) {
    edits.keep(id, message);
    const mention = !fromMe && mentionsUs(message, creds) && { mentions_us: true };
    await add(
      withoutExcerpt(mention ? { ...written, details: { ...written.details, ...mention } } : written),
    );
  }
  const change = readChange(message, from);
  if (change) await add({ ...change, waMessageId: id, fromMe, at });
}

/** What another member wrote is kept with that member alone. */
function withoutExcerpt<Written extends { details?: object }>(written: Written): Written {
  const { quote, ...details }: { quote?: object } = written.details ?? {};
  return quote ? { ...written, details: { ...details, quote: { ...quote, excerpt: null } } } : written;
}
