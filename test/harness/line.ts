import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../sandbox/test-sandbox.ts';
import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { phoneReplyHooks } from '../../src/app/phone-reply-hooks.ts';
import { openFileStore } from '../../src/files.ts';
import { createDevice } from '../../src/gateway/devices/device.ts';
import { currentPairingCode, requestQr } from '../../src/gateway/devices/pairing/pairing.ts';
import { type Sessions, startSessions } from '../../src/gateway/devices/sessions/sessions.ts';
import { createEconomyDriver } from '../../src/gateway/engines/economy/driver.ts';
import { type Dispatcher, startDispatcher } from '../../src/gateway/messages/dispatch/dispatcher.ts';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import type { SendMessage } from '../../src/gateway/messages/schema.ts';
import { uploadSource } from '../../src/gateway/uploads/read-upload.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { type Clock, systemClock } from '../../src/platform/lib/clock.ts';
import type { MediaFetcher } from '../../src/platform/lib/media/fetcher.ts';
import type { MediaType } from '../../src/platform/lib/media/formats.ts';
import { openAdmission } from './admission.ts';
import { type TestContext, testContext } from './context.ts';
import { testMedia } from './media.ts';
import { lookup } from './names.ts';
import { startOfficialEngine } from './official-line.ts';
import { insertAccount } from './rows.ts';
import { tablesOf } from './tables.ts';
import { until } from './until.ts';

export const OWNER = '6281100000001';
export const CUSTOMER = '6281234567890';

/** A sessions process in this process: real Baileys, real sandbox, real database. */
export interface Node {
  sessions: Sessions;
  dispatcher: Dispatcher;
  stop(): Promise<void>;
}

export interface Line {
  ctx: TestContext;
  sandbox: TestSandbox;
  account: Caller;
  node: Node;
  /** A paired and connected device of this number. */
  pair(number?: string): Promise<{ id: number; device_uuid: string }>;
  send(deviceUuid: string, text: string, to?: string): Promise<number>;
  sendFile(
    deviceUuid: string,
    file: { type: MediaType; media_url: string; body?: string },
    to?: string,
  ): Promise<number>;
  statusOf(messageId: number): Promise<string | undefined>;
  /** Texts that came in at a phone, oldest first. */
  textsAt(number: string): Promise<string[]>;
}

export interface LineOptions {
  ackTimeoutMs?: number;
  lossGraceMs?: number;
  /** The node serves official numbers too, as in production: a node takes a lease of any engine. */
  official?: boolean;
  /** Interval of the checks whether the number may start new chats again. */
  lockCheckMs?: number;
  media?: MediaFetcher;
  /** The clock of the phone network; the real one unless given. */
  phoneClock?: Clock;
  /** Where clean-up is registered: `onTestFinished`, or `afterAll` when one line serves a file. */
  cleanup?: (end: () => Promise<void>) => void;
}

/** The phone of the customer is on; the business pairs what it needs. */
export async function openLine(options: LineOptions = {}): Promise<Line> {
  const { cleanup = onTestFinished, phoneClock: clock } = options;
  const sandbox = await openTestSandbox({ onEnd: cleanup, ...(clock && { clock }) });
  // Devices, sessions and messages measure real time here, as they do in production.
  const context = await testContext({ env: { KURIR_DATABASE_POOL: '10' }, cleanup });
  const ctx = { ...context, ...systemClock };
  const account = await insertAccount(ctx, {}, 'sandbox');
  const admit = openAdmission(ctx);
  const node = startNode(ctx, sandbox, options);
  await sandbox.post('/sandbox/phones', { number: CUSTOMER });
  let keys = 0;
  const accept = async (input: Exclude<SendMessage, { type: 'template' }>) => {
    keys += 1;
    const { message } = await admit({
      account,
      idempotencyKey: `key-${keys}`,
      rawBody: input,
      message: { input, phone: input.to },
      problem: null,
    });
    return message.public_id;
  };

  return {
    ctx,
    sandbox,
    account,
    node,
    async pair(number = OWNER) {
      const device = await createDevice(ctx, account, { label: number, engine: 'economy' });
      await requestQr(ctx, account, device.device_uuid);
      const qr = await until(async () => (await currentPairingCode(ctx, device.id)) ?? undefined, {
        what: 'a QR',
      });
      await sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
      await until(async () => (await statusOfDevice(ctx, device.id)) === 'connected', {
        what: 'the connection',
      });
      return device;
    },
    send: (device_uuid, text, to = CUSTOMER) => accept({ device_uuid, to, type: 'text', body: text }),
    sendFile: (device_uuid, file, to = CUSTOMER) => accept({ device_uuid, to, ...file }),
    async statusOf(messageId) {
      const row = await tablesOf(ctx.db)
        .selectFrom('messages')
        .select('status')
        .where('account_id', '=', account.id)
        .where('public_id', '=', messageId)
        .executeTakeFirst();
      return row?.status;
    },
    async textsAt(number) {
      const messages = await sandbox.messagesOf(number);
      return messages.filter((message) => message.direction === 'in').map((message) => message.text);
    },
  };
}

export async function statusOfDevice(ctx: TestContext, id: number): Promise<string | undefined> {
  const row = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status;
}

/** Another sessions process on the same database; stopped when the test ends, if not before. */
export function startNode(ctx: TestContext, sandbox: TestSandbox, options: LineOptions = {}): Node {
  const nodeId = randomUUID();
  const driver = createEconomyDriver({
    lookup,
    whatsappUrl: sandbox.current.whatsappUrl,
    trustRoot: Buffer.from(sandbox.current.trustRoot, 'base64'),
    media: options.media ?? testMedia({ uploads: uploadSource(ctx, openFileStore(ctx.config)) }),
    versions: [],
    log: ctx.log,
    clock: ctx,
    random: Math.random,
    timing: {
      sendDelayMs: 0,
      unreadableAfterMs: 200,
      backoffMinMs: 20,
      backoffMaxMs: 100,
      ...(options.lockCheckMs !== undefined && { lockCheckMs: options.lockCheckMs }),
    },
  });
  const dispatcher = startDispatcher(ctx, {
    nodeId,
    driver,
    ...(options.ackTimeoutMs !== undefined && { ackTimeoutMs: options.ackTimeoutMs }),
  });
  const official = options.official ? startOfficialEngine(ctx, nodeId, sandbox.current.graphUrl) : null;
  const sessions = startSessions(ctx, {
    nodeId,
    network: 'sandbox',
    engines: [{ driver, listener: dispatcher }, ...(official ? [official] : [])],
    inbound: createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx)),
    ...(options.lossGraceMs !== undefined && { lossGraceMs: options.lossGraceMs }),
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= sessions
      .stop()
      .then(() => Promise.all([dispatcher.stop(), official?.stop()]))
      .then(() => undefined);
    return stopping;
  };
  (options.cleanup ?? onTestFinished)(stop);
  return { sessions, dispatcher, stop };
}
