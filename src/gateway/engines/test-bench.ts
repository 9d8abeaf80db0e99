import { expect, onTestFinished, type TestContext } from 'vitest';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
import type {
  EngineDriver,
  EngineSession,
  MessageChange,
  OutboundMessage,
  PhoneReply,
  Preparation,
  ReceivedMessage,
} from './engine.ts';
import { ENGINE_KINDS } from './kinds.ts';

/** One content in the forms of both providers: a `Message` of the protocol, or a message of the API. */
export interface RawContent {
  phone: object;
  cloud: object;
}

/** An engine with a simulated provider. */
export interface EngineBench {
  driver: EngineDriver;
  /** The number of the sessions; null: the engine has none. */
  number: string | null;
  /** A phone that reports each message as delivered. */
  customer: string;
  /** Lets a new session connect: stores its credentials, or scans the code that it shows. */
  admit(host: MemoryHost): Promise<void>;
  /** The customer writes to the number. Answers the message id. */
  write(text: string): Promise<string>;
  /** The customer sends another kind of message: a command of the sandbox, with its arguments. Answers the id. */
  say(kind: string, ...args: string[]): Promise<string>;
  /** The customer calls, without an answer. Resolves with the id of the call. */
  call(): Promise<string>;
  /** The customer sends any content, in the form of the network or of the provider. Answers the id. */
  sayRaw(content: RawContent): Promise<string>;
  /** What the engine has read of the customer's messages. */
  heard(host: MemoryHost): { messages: readonly ReceivedMessage[]; changes: readonly MessageChange[] };
  read(waMessageId: string): Promise<void>;
  /** A group of the number and the customer, as on the networks that have groups. Answers its address. */
  group?(subject: string): Promise<string>;
  /** The customer writes in this group. Answers the message id. */
  writeIn?(group: string, text: string): Promise<string>;
  /** What the number wrote in this group, as its members see it. */
  textsIn?(group: string): Promise<(string | null)[]>;
  /** Whether the customer, who wrote this message, sees that it is read. */
  seesRead(waMessageId: string): Promise<boolean>;
  /** Whether the customer, who wrote this message, sees that the number types. */
  seesTyping(waMessageId: string): Promise<boolean>;
  /** The owner writes to the customer on the phone of the number. Answers the message id. */
  reply(text: string, secondsAgo?: number): Promise<string>;
  /** The replies of the phone that the engine has reported, in its session or in callbacks. */
  replies(host: MemoryHost): readonly PhoneReply[];
  /** The messages on the customer's phone, with the types of Kurir. `quoted`: also of a reaction. */
  inbox(): Promise<
    { wa_message_id: string; type: string; text: string | null; quoted: string | null; voice?: boolean }[]
  >;
  /** The file of one of these messages. */
  file(waMessageId: string): Promise<Buffer>;
  stop(): Promise<void>;
}

export type Start = () => Promise<EngineBench>;

export async function ready(start: Start): Promise<EngineBench> {
  const bench = await start();
  onTestFinished(() => bench.stop());
  return bench;
}

export function open({ driver }: EngineBench, host = new MemoryHost()) {
  const session = driver.open(host);
  onTestFinished(() => session.close());
  return { session, host };
}

export async function online(bench: EngineBench): Promise<{ session: EngineSession; host: MemoryHost }> {
  const { session, host } = open(bench);
  const admitted = bench.admit(host);
  session.connect();
  await admitted;
  await host.event('connected');
  return { session, host };
}

/** The host of the process that takes over. It has the committed data only. */
export function successorOf(host: MemoryHost): MemoryHost {
  const successor = new MemoryHost(host.deviceUuid);
  successor.store.restore(host.store.snapshot());
  return successor;
}

export function outbound({ driver, customer }: EngineBench, body: string): OutboundMessage {
  const nothing = { mediaUrl: null, interactive: null, template: null, prepared: null };
  return { waMessageId: driver.newMessageId(), to: customer, type: 'text', body, ...nothing };
}

/** Sends and waits for the ack, from event `since` on. Answers the id that the customer sees. */
export async function sent(
  { driver }: EngineBench,
  session: EngineSession,
  host: MemoryHost,
  message: OutboundMessage,
  since = 0,
): Promise<string> {
  const outcome = await session.send(message);
  if (ENGINE_KINDS[driver.kind].transport === 'calls') {
    expect(outcome).toMatchObject({ outcome: 'written', providerId: expect.any(String) });
    return outcome.outcome === 'written' ? (outcome.providerId ?? '') : '';
  }
  expect(outcome).toEqual({ outcome: 'written' });
  const about = ({ waMessageId }: { waMessageId: string }) => waMessageId === message.waMessageId;
  expect(await host.event('ack', about, since)).toMatchObject({ error: null, at: expect.any(Date) });
  // Only a delivered message is on the phone.
  if (!ENGINE_KINDS[driver.kind].needsCallbacks) await host.event('receipt', about);
  return message.waMessageId;
}

export const prepare = (session: EngineSession, message: OutboundMessage): Promise<Preparation> =>
  session.prepare(message, new AbortController().signal);

/** The message as it is sent: with its file, when the engine prepares this type. */
export async function prepared(
  { driver }: EngineBench,
  session: EngineSession,
  message: OutboundMessage,
): Promise<OutboundMessage> {
  if (!ENGINE_KINDS[driver.kind].prepares.has(message.type)) return message;
  const outcome = await prepare(session, message);
  if (outcome.outcome !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(outcome)}`);
  return { ...message, prepared: outcome.content };
}

export function skipOnCallbacks({ driver }: EngineBench, context: TestContext, reason: string): void {
  if (ENGINE_KINDS[driver.kind].needsCallbacks) context.skip(reason);
}
