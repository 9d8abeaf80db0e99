import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { BUDI, openTestCloud, PHONE_ID, type TestCloud, TOKEN } from '../../sandbox/graph/test-cloud.ts';
import type { OnEnd } from '../../sandbox/test-sandbox.ts';
import { openOfficialProviders } from '../../src/app/http/official-provider.ts';
import { openFileStore } from '../../src/files.ts';
import { createOfficialDevice, rotateCredentials } from '../../src/gateway/devices/official/official.ts';
import { type Sessions, startSessions } from '../../src/gateway/devices/sessions/sessions.ts';
import type { DeviceRow } from '../../src/gateway/devices/store.ts';
import { createOfficialDriver } from '../../src/gateway/engines/official-cloud/driver.ts';
import { createGraph } from '../../src/gateway/engines/official-cloud/graph/graph.ts';
import type { CheckedContent } from '../../src/gateway/messages/content.ts';
import { type Dispatcher, startDispatcher } from '../../src/gateway/messages/dispatch/dispatcher.ts';
import type { PacerLimits } from '../../src/gateway/messages/dispatch/pacer/pacer.ts';
import type { OutboundDetails } from '../../src/gateway/messages/outbound-details.ts';
import { uploadSource } from '../../src/gateway/uploads/read-upload.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import type { Db } from '../../src/platform/lib/db/db.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { openAdmission } from './admission.ts';
import { type TestContext, testContext } from './context.ts';
import { testMedia } from './media.ts';
import { messageRow } from './message-rows.ts';
import { lookup } from './names.ts';
import { noInbound } from './no-inbound.ts';
import { insertAccount } from './rows.ts';
import type { Json } from './shop.ts';
import { tablesOf } from './tables.ts';
import { until } from './until.ts';

type Content = Partial<CheckedContent> & { to?: string; details?: OutboundDetails };

/** The official engine with a database, a provider and a connected device, in this process. */
export interface OfficialLine {
  ctx: TestContext;
  cloud: TestCloud;
  account: Caller;
  device: DeviceRow;
  /** Accepts a message to Budi, a text unless `content` changes it. Answers its id. */
  send(body: string, content?: Content): Promise<number>;
  message(id: number): Promise<{ status: string; error_code: string | null; wa_message_id: string | null }>;
  settled(id: number, ...statuses: string[]): Promise<void>;
  deviceRow(): Promise<DeviceRow>;
  /** Texts that reached the provider, in order. */
  texts(to?: string): Promise<string[]>;
  rotate(accessToken: string): Promise<unknown>;
  /** Another process that holds devices, on its own view of the database; stopped with the test if not before. */
  startNode(db?: Db): OfficialNode;
  node: OfficialNode;
}

export interface OfficialNode {
  sessions: Sessions;
  dispatcher: Dispatcher;
  stop(): Promise<void>;
}

export async function openOfficialLine(
  options: {
    pace?: PacerLimits;
    healthMs?: number;
    behaviour?: object;
    /** With which credentials are sealed, for processes beside this one. */
    secretKey?: string;
    onEnd?: OnEnd;
    /** The clock of the gateway; the real one unless given. */
    now?: () => Date;
  } = {},
): Promise<OfficialLine> {
  const { pace, healthMs = 60_000, secretKey, onEnd = onTestFinished } = options;
  const limits = { messages_per_second: null, pair_rate: false };
  const cloud = await openTestCloud({ onEnd, behaviour: options.behaviour ?? limits });
  const parts = secretKey === undefined ? {} : { box: createSecretBox(secretKey) };
  const context = await testContext({ env: { KURIR_DATABASE_POOL: '10' }, parts, cleanup: onEnd });
  // Devices, sessions and messages measure real time here, as they do in production.
  const ctx = { ...context, ...systemClock, ...(options.now && { now: options.now }) };
  const account = await insertAccount(ctx, {}, 'sandbox');
  const providers = openOfficialProviders(ctx.config, { url: cloud.current.url, token: '' });
  onEnd(() => providers.close());
  const admit = openAdmission(ctx);
  let keys = 0;

  // A process may be started when it is too late to register for the end of the file.
  const stops: (() => Promise<void>)[] = [];
  onEnd(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const startNode = (db = ctx.db): OfficialNode => {
    const node = startOfficialNode({ ...ctx, db }, cloud.current.graphUrl, {
      healthMs,
      ...(pace && { pace }),
    });
    stops.push(node.stop);
    return node;
  };
  const device = await createOfficialDevice(
    ctx,
    account,
    {
      engine: 'official_cloud',
      label: 'Resmi',
      official_phone_number_id: PHONE_ID,
      official_access_token: TOKEN,
    },
    providers.verify,
  );
  const node = startNode();

  const message: OfficialLine['message'] = (id) => messageRow(ctx, account, id);
  return {
    ctx,
    cloud,
    account,
    device,
    node,
    startNode,
    async send(body, { details, ...content } = {}) {
      keys += 1;
      // The test says what the type needs.
      const input = {
        device_uuid: device.device_uuid,
        to: BUDI,
        type: 'text',
        body,
        ...content,
      } as CheckedContent & { device_uuid: string; to: string };
      const { message: accepted } = await admit({
        account,
        idempotencyKey: `key-${keys}`,
        rawBody: input,
        message: { input, phone: input.to, ...(details && { details }) },
        problem: null,
      });
      return accepted.public_id;
    },
    message,
    async settled(id, ...statuses) {
      await until(async () => statuses.includes((await message(id)).status), { what: `status ${statuses}` });
    },
    deviceRow: () =>
      tablesOf(ctx.db)
        .selectFrom('devices')
        .selectAll()
        .where('id', '=', device.id)
        .executeTakeFirstOrThrow(),
    async texts(to = BUDI) {
      const { body } = await cloud.get(
        `/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out&with=${to}`,
      );
      return body.data.map(({ text }: Json) => text);
    },
    rotate: (accessToken) =>
      rotateCredentials(ctx, device, { official_access_token: accessToken }, providers.verify),
  };
}

/** A process that holds official devices and sends their messages. The caller stops it. */
function startOfficialNode(
  ctx: TestContext,
  graphUrl: string,
  options: OfficialEngineOptions = {},
): OfficialNode {
  const nodeId = randomUUID();
  const engine = startOfficialEngine(ctx, nodeId, graphUrl, options);
  const sessions = startSessions(ctx, { nodeId, network: 'sandbox', engines: [engine], inbound: noInbound });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= sessions.stop().then(() => engine.stop());
    return stopping;
  };
  return { sessions, dispatcher: engine.listener, stop };
}

interface OfficialEngineOptions {
  healthMs?: number;
  pace?: PacerLimits;
}

/** The official engine of a sessions process. Stop it after the sessions. */
export function startOfficialEngine(
  ctx: TestContext,
  nodeId: string,
  graphUrl: string,
  { healthMs = 60_000, pace }: OfficialEngineOptions = {},
) {
  const graph = createGraph({ url: graphUrl, version: 'v25.0', lookup });
  const driver = createOfficialDriver({
    graph,
    media: testMedia({ uploads: uploadSource(ctx, openFileStore(ctx.config)) }),
    healthMs,
    log: ctx.log,
    clock: ctx,
    random: () => 1,
  });
  const listener = startDispatcher(ctx, { nodeId, driver, ...(pace && { pace }) });
  return { driver, listener, stop: () => listener.stop().then(() => graph.close()) };
}
