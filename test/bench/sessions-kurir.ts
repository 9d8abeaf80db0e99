import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { phoneReplyHooks } from '../../src/app/phone-reply-hooks.ts';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { currentPairingCode } from '../../src/gateway/devices/pairing/pairing.ts';
import { startSessions } from '../../src/gateway/devices/sessions/sessions.ts';
import { createEconomyDriver } from '../../src/gateway/engines/economy/driver.ts';
import { startDispatcher } from '../../src/gateway/messages/dispatch/dispatcher.ts';
import { createInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { testMedia } from '../harness/media.ts';
import { lookup } from '../harness/names.ts';
import { tablesOf } from '../harness/tables.ts';
import { type Measured, measure, type SessionsJob, scan } from './sessions-job.ts';

/** The body of a sessions process: leases, engine, dispatch, keys sealed in PostgreSQL. */
const job = JSON.parse(process.argv[2] ?? '{}') as SessionsJob; // written by our own benchmark
const ctx = createContext({
  config: loadConfig({}),
  databaseUrl: job.databaseUrl,
  box: createSecretBox(job.secretKey),
  log: silentLog,
  name: 'kurir bench',
});
const nodeId = randomUUID();
const driver = createEconomyDriver({
  lookup,
  whatsappUrl: job.whatsappUrl,
  trustRoot: Buffer.from(job.trustRoot, 'base64'),
  media: testMedia(),
  versions: [],
  log: silentLog,
  clock: ctx,
  random: Math.random,
});
const dispatcher = startDispatcher(ctx, { nodeId, driver });
const sessions = startSessions(ctx, {
  nodeId,
  network: 'sandbox',
  engines: [{ driver, listener: dispatcher }],
  inbound: createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx)),
});

const connected = new Set<number>();
const onConnected = dispatcher.connected.bind(dispatcher);
dispatcher.connected = (device, session) => {
  connected.add(device.id);
  onConnected(device, session);
};

async function wish(limit: number): Promise<void> {
  const rows = await tablesOf(ctx.db).selectFrom('devices').select('id').orderBy('id').limit(limit).execute();
  const wanted = job.phase === 'pair' ? 'pair' : 'connected';
  for (const { id } of rows.filter(({ id }) => !connected.has(id))) {
    await tablesOf(ctx.db).updateTable('devices').set({ wanted }).where('id', '=', id).execute();
  }
  ctx.bus.publish('devices');
  if (job.phase === 'pair') for (const [index, { id }] of rows.entries()) await pair(id, index);
  while (connected.size < limit) await wait(50);
}

async function pair(id: number, index: number): Promise<void> {
  while (!connected.has(id)) {
    const qr = await currentPairingCode(ctx, id);
    if (qr) await scan(job, index, qr);
    await wait(50);
  }
}

await wish(1);
const before = await measure();
await wish(job.count);
const after = await measure();
await sessions.stop();
await dispatcher.stop();
if (job.phase === 'pair') await tablesOf(ctx.db).updateTable('devices').set({ wanted: 'idle' }).execute();
await ctx.close();
process.stdout.write(`${JSON.stringify({ before, after } satisfies Measured)}\n`, () => process.exit(0));
