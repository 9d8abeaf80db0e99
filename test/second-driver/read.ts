import { type AuthenticationCreds, type BinaryNode, encodeBigEndian, isJidGroup, type proto } from 'baileys';
import { bytesOf, childrenOf, element } from '../../sandbox/whatsapp/node.ts';
import { SenderKeys } from '../../sandbox/whatsapp/sender-keys.ts';
import { openWith } from '../../sandbox/whatsapp/signal.ts';
import { authorOf, isOwn, lidOfAuthor, memberOf } from '../../src/gateway/engines/economy/addresses.ts';
import { addTo, addToGroup, isId } from '../../src/gateway/engines/economy/inbound/arrival.ts';
import { readChange } from '../../src/gateway/engines/economy/inbound/changes.ts';
import { decodePlaintext } from '../../src/gateway/engines/economy/inbound/content.ts';
import type { LoginTime } from '../../src/gateway/engines/economy/inbound/login-time.ts';
import { customerOf } from '../../src/gateway/engines/economy/inbound/own-message.ts';
import { receivedOf, replyOf } from '../../src/gateway/engines/economy/inbound/received.ts';
import { serverTime } from '../../src/gateway/engines/economy/server-time.ts';
import { Fenced } from '../../src/gateway/engines/engine.ts';
import type { Clock } from '../../src/platform/lib/clock.ts';
import type { Step, Steps } from './keys.ts';
import type { Line } from './line.ts';
import { keyNodes, makePreKeys } from './pre-keys.ts';

export interface ReadParts {
  line: Line;
  steps: Steps;
  creds: AuthenticationCreds;
  loginTime: LoginTime;
  clock: Clock;
  subjectOf(groupId: string): Promise<string | null>;
}

const MAX_RETRIES = 5;

/** Stores the message together with the keys that it has changed. The network gets its acknowledgement afterwards. */
export async function read(parts: ReadParts, stanza: BinaryNode): Promise<void> {
  const { steps, line } = parts;
  try {
    await steps.run(async (step) => {
      for (const content of await open(parts, step, stanza)) await take(parts, step, stanza, content);
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return askAgain(parts, stanza);
  }
  const { id, from, participant } = stanza.attrs;
  const type = isOwn(participant ?? from, parts.creds) ? 'sender' : 'inactive';
  line.send(element('receipt', { id, to: from, participant, type }));
  acknowledge(line, stanza);
}

class Unreadable extends Error {}

export function acknowledge(line: Line, { tag, attrs }: BinaryNode): void {
  const { id, from, participant, type } = attrs;
  line.send(
    element('ack', { class: tag, id, to: from, participant, type: tag === 'message' ? undefined : type }),
  );
}

/** Throws Unreadable. Learns the key of a group first, when the message brings it. */
async function open({ creds }: ReadParts, step: Step, stanza: BinaryNode): Promise<proto.IMessage[]> {
  const { from = '', participant, sender_pn, sender_lid, participant_pn } = stanza.attrs;
  const author = participant ?? from;
  await step.learn(author, sender_pn ?? sender_lid ?? participant_pn);
  const address = await step.addressOf(author);
  const senderKeys = new SenderKeys(step);
  const contents: proto.IMessage[] = [];
  for (const enc of childrenOf(stanza, 'enc')) {
    const [type, bytes] = [enc.attrs.type, bytesOf(enc)];
    const content = await (type === 'skmsg'
      ? senderKeys.decrypt(from, author, bytes)
      : openWith(step.signal(creds), address, { type: type === 'pkmsg' ? type : 'msg', bytes }).then(
          decodePlaintext,
        )
    ).catch((error: unknown) => {
      throw error instanceof Fenced ? error : new Unreadable();
    });
    if (!content) throw new Unreadable();
    await senderKeys.learn(author, content);
    contents.push(content);
  }
  return contents;
}

async function take(
  parts: ReadParts,
  step: Step,
  stanza: BinaryNode,
  content: proto.IMessage,
): Promise<void> {
  const { creds, clock } = parts;
  const { id, t, from, participant, notify: name } = stanza.attrs;
  if (!isId(id)) return;
  const [at, copy] = [serverTime(clock, t), content.deviceSentMessage];
  const message = copy?.message ?? content;
  const fromMe = isOwn(participant ?? from, creds);
  const lid = participant === undefined ? lidOfAuthor(stanza) : null;
  const written = fromMe
    ? replyOf(parts, { id, at, message })
    : receivedOf(parts, { id, at, message, name, ...(lid && { lid }) });
  const groupId = isJidGroup(from) ? from : undefined;
  const changed = readChange(message, groupId);
  const change = changed && { ...changed, waMessageId: id, fromMe, at };
  const arrivals = [written, change].filter((arrival) => arrival !== null);

  const person = groupId
    ? memberOf(stanza)
    : fromMe
      ? customerOf(stanza.attrs, copy, creds)
      : authorOf(stanza, creds);
  if (!person || (fromMe && !groupId && !copy)) return;
  for (const arrival of arrivals) {
    if (!groupId) await addTo(step, step, person, arrival);
    else {
      const group = { id: groupId, subject: await parts.subjectOf(groupId) };
      await addToGroup(step, step, { group, member: person, name: name ?? null }, arrival);
    }
  }
}

/** The author encrypts it again, with keys that come along. */
async function askAgain({ line, steps, creds }: ReadParts, stanza: BinaryNode): Promise<void> {
  const { id, t, from, participant } = stanza.attrs;
  const last = Math.max(...childrenOf(stanza, 'enc').map(({ attrs }) => Number(attrs.count ?? 0)));
  if (last >= MAX_RETRIES) return acknowledge(line, stanza);
  const keys = await steps.run((step) => makePreKeys(step, creds, 1));
  line.send(
    element('receipt', { id, to: from, participant, type: 'retry' }, [
      element('retry', { v: '1', id, t, count: String(last + 1) }),
      element('registration', {}, encodeBigEndian(creds.registrationId)),
      element('keys', {}, keyNodes(creds, keys)),
    ]),
  );
}
