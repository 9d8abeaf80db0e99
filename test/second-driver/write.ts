import { type AuthenticationCreds, type BinaryNode, isJidGroup, jidNormalizedUser, proto } from 'baileys';
import { element } from '../../sandbox/whatsapp/node.ts';
import { SenderKeys } from '../../sandbox/whatsapp/sender-keys.ts';
import { type PreKeyBundle, sealWith, startSession } from '../../sandbox/whatsapp/signal.ts';
import { isOwn, jidOf } from '../../src/gateway/engines/economy/addresses.ts';
import { attributesOf, encodeContent } from '../../src/gateway/engines/economy/outbound/content.ts';
import {
  NO_MEMBER,
  NOT_CONNECTED,
  NOT_ON_WHATSAPP,
  NOT_PREPARED,
  RECIPIENT_UNKNOWN,
  TOO_LATE,
} from '../../src/gateway/engines/economy/outbound/outcomes.ts';
import {
  type OutboundMessage,
  type SendOutcome,
  TYPE_NOT_SUPPORTED,
} from '../../src/gateway/engines/engine.ts';
import { isFileKind } from '../../src/platform/lib/media/formats.ts';
import { fetchBundles, findPeople, readGroups } from './directory.ts';
import type { Step, Steps } from './keys.ts';
import type { Line } from './line.ts';

export interface WriteParts {
  line: Line;
  steps: Steps;
  creds: AuthenticationCreds;
  now(): Date;
}

/** `own`: the other devices of the number, which get a copy. */
interface Receivers {
  jid: string;
  devices: string[];
  own: string[];
}

/** Never rejects for trouble of the line. The step is stored before the message is written. */
export async function write(parts: WriteParts, message: OutboundMessage): Promise<SendOutcome> {
  const { line, steps, creds, now } = parts;
  if (message.until && now() > message.until) return TOO_LATE;
  const content = encodeContent(message, jidNormalizedUser(creds.me?.id), now());
  if (!content) return isFileKind(message.type) ? NOT_PREPARED : TYPE_NOT_SUPPORTED;
  const found = await findReceivers(parts, message.to);
  if ('outcome' in found) return found;
  const stanza = await steps.run((step) => stanzaOf(parts, step, found, { message, content }));
  return line.send(stanza) ? { outcome: 'written' } : NOT_CONNECTED;
}

async function findReceivers(
  { line, steps, creds }: WriteParts,
  to: string,
): Promise<Receivers | SendOutcome> {
  const groups = isJidGroup(to) ? await readGroups(line, to) : [];
  if (groups?.length === 0 && isJidGroup(to)) return NO_MEMBER;
  const people = isJidGroup(to) ? (groups?.[0]?.members ?? []) : [to];
  const found = await findPeople(line, [...people, jidNormalizedUser(creds.me?.lid)]);
  if (!found || !groups) return RECIPIENT_UNKNOWN;
  await steps.run(async (step) => {
    for (const { jid, lid } of found) await step.learn(jid, lid);
  });
  const ourselves = found.find(({ jid }) => isOwn(jid, creds));
  const others = found.filter((each) => each !== ourselves);
  const devices = others.flatMap((each) => each.devices);
  const own = (ourselves?.devices ?? []).filter((jid) => jid !== creds.me?.lid);
  if (isJidGroup(to)) return { jid: to, devices, own };
  const person = others[0] ?? ourselves;
  if (!person?.devices.length)
    return { outcome: 'refused', code: 'not_on_whatsapp', message: NOT_ON_WHATSAPP };
  return { jid: person.jid, devices, own };
}

interface Sending {
  message: OutboundMessage;
  content: proto.IMessage;
}

async function stanzaOf(
  parts: WriteParts,
  step: Step,
  { jid, devices, own }: Receivers,
  { message, content }: Sending,
): Promise<BinaryNode> {
  const { line, creds } = parts;
  const all = [...devices, ...own];
  const bundles = await missingBundles(parts, step, all);
  const sealAll = (each: proto.IMessage, receivers: string[]) =>
    Promise.all(
      receivers.map(async (to) =>
        element('to', { jid: to }, [await seal(parts, step, to, each, bundles.get(to))]),
      ),
    );
  const stanza = (participants: BinaryNode[], more: BinaryNode[] = []) =>
    element(
      'message',
      { id: message.waMessageId, to: jid, type: typeOf(message), ...attributesOf(message) },
      [element('participants', {}, participants), ...more, element('device-identity', {}, identityOf(creds))],
    );
  if (line.endSignal.aborted) throw new Error('the line has ended');
  if (!isJidGroup(jid)) {
    const copy = { deviceSentMessage: { destinationJid: jid, message: content } };
    return stanza([...(await sealAll(content, devices)), ...(await sealAll(copy, own))]);
  }
  // The key goes out with every message. A driver for people would remember who has it.
  const { bytes, distribution } = await new SenderKeys(step).encrypt(jid, creds.me?.lid ?? '', content);
  return stanza(await sealAll(distribution, all), [element('enc', { v: '2', type: 'skmsg' }, bytes)]);
}

async function missingBundles(
  { line, creds }: WriteParts,
  step: Step,
  jids: readonly string[],
): Promise<Map<string, PreKeyBundle>> {
  const storage = step.signal(creds);
  const missing: string[] = [];
  for (const jid of jids) {
    const session = await storage.loadSession((await step.addressOf(jid)).toString());
    if (!session?.haveOpenSession()) missing.push(jid);
  }
  return missing.length > 0 ? fetchBundles(line, missing) : new Map();
}

async function seal(
  { creds }: WriteParts,
  step: Step,
  jid: string,
  content: proto.IMessage,
  bundle: PreKeyBundle | undefined,
): Promise<BinaryNode> {
  const [storage, address] = [step.signal(creds), await step.addressOf(jid)];
  if (bundle) await startSession(storage, address, bundle);
  const { type, bytes } = await sealWith(storage, address, content);
  return element('enc', { v: '2', type }, bytes);
}

/** For one device that could not decrypt the message: the same content in a new session. */
export async function writeAgain(
  parts: WriteParts,
  message: OutboundMessage,
  { attrs }: BinaryNode,
): Promise<void> {
  const { line, steps, creds, now } = parts;
  const { from: to = '', recipient } = attrs;
  const content = encodeContent(message, jidNormalizedUser(creds.me?.id), now());
  const bundle = (await fetchBundles(line, [to])).get(to);
  if (!content || !bundle) return;
  const copy = { deviceSentMessage: { destinationJid: jidOf(message.to), message: content } };
  const enc = await steps.run((step) => seal(parts, step, to, isOwn(to, creds) ? copy : content, bundle));
  const about = { id: message.waMessageId, to, recipient, type: typeOf(message), ...attributesOf(message) };
  line.send(element('message', about, [enc, element('device-identity', {}, identityOf(creds))]));
}

const identityOf = ({ account = {} }: AuthenticationCreds) =>
  proto.ADVSignedDeviceIdentity.encode(account).finish();

function typeOf({ type }: OutboundMessage): string {
  if (type === 'reaction') return type;
  return isFileKind(type) ? 'media' : 'text';
}
