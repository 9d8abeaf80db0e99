import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { claimRecipients } from '../../src/gateway/broadcasts/runner/claim.ts';
import { HOUR } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { childrenOf } from './cpu.ts';
import { residentMebibytes } from './memory.ts';
import { fromStandIn, median, type Official, post } from './official-scene.ts';

/** Concurrent broadcasts while the memory is watched, each from a different number. */
const BROADCASTS = 4;
const LOOK_MS = 20;
const WATCH_MS = 500;
/** Claims that a figure is the median of. */
const CLAIMS = 50;
const GOALS = 'goals: answered <= 2,000 ms, first send <= 5,000 ms later';

interface Large {
  /** All recipients have it. */
  tag: string;
  text: string;
  /** The number of messages during which the memory is watched. */
  watched: number;
}

/** Prints the cost of large broadcasts: creation, first send, memory of the processes, and each claim. */
export async function measureLarge(official: Official, large: Large): Promise<void> {
  const ids = await measureCreation(official, large);
  await measureMemory(official, large);
  for (const id of ids) await post(official.gateway, official.apiKey, `/v1/broadcasts/${id}/cancel`, {});
  await measureClaims(official, large);
}

async function create(
  { gateway, apiKey }: Official,
  { tag, text }: Large,
  device_uuid: string | undefined,
  scheduled_at: Date | null,
): Promise<{ id: number; total: number }> {
  const { status, body } = await post(gateway, apiKey, '/v1/broadcasts', {
    ...{ device_uuid, name: 'Large', message_template: text, tags: [tag], scheduled_at },
    ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
  });
  if (status !== 201) throw new Error(`the broadcast was refused: ${JSON.stringify(body)}`);
  return { id: body.id, total: body.total_recipients };
}

/** Answers the broadcasts, which run on. */
async function measureCreation(official: Official, large: Large): Promise<number[]> {
  const { provider, devices } = official;
  await fromStandIn(provider, 'forget');
  const times: number[] = [];
  const ids: number[] = [];
  let firstSendMs = 0;
  let recipients = 0;
  for (const device of devices.slice(0, BROADCASTS)) {
    const startedAt = performance.now();
    const { id, total } = await create(official, large, device, null);
    times.push(performance.now() - startedAt);
    ids.push(id);
    recipients = total;
    if (ids.length > 1) continue;
    while ((await fromStandIn(provider, 'counted')).calls === 0) await wait(LOOK_MS);
    firstSendMs = performance.now() - startedAt - (await fromStandIn(provider, 'counted')).sinceMs;
  }
  const all = times.map((ms) => ms.toFixed(0)).join(' ');
  console.log(
    `${recipients} recipients (${GOALS}): answered after ${all} ms   ` +
      `first send ${firstSendMs.toFixed(0)} ms after the first request`,
  );
  return ids;
}

/** From their start until `watched` messages have been sent. */
async function measureMemory({ gateway, provider }: Official, { watched }: Large): Promise<void> {
  const pids: Record<string, number[]> = { main: [gateway.pid], sessions: await childrenOf(gateway.pid) };
  const samples: Record<string, number[]> = { main: [], sessions: [] };
  const startedAt = performance.now();
  for (let calls = 0; calls < watched; { calls } = await fromStandIn(provider, 'counted')) {
    for (const [name, each] of Object.entries(pids)) {
      const sizes = await Promise.all(each.map(residentMebibytes));
      samples[name]?.push(sizes.reduce((sum, size) => sum + size, 0));
    }
    await wait(WATCH_MS);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  for (const [name, sizes] of Object.entries(samples)) {
    const at = (share: number) => (sizes[Math.floor((sizes.length - 1) * share)] ?? 0).toFixed(0);
    const most = Math.max(...sizes).toFixed(0);
    const figures = `start ${at(0)}, middle ${at(0.5)}, end ${at(1)}, most ${most} MiB`;
    console.log(`memory of ${name.padEnd(8)} in ${seconds} s, ${watched} sent: ${figures}`);
  }
}

/**
 * All claims of a broadcast, one after the other. The gateway takes no part: no process leases the device,
 * and the broadcast is due only by the clock of this process. All claimed messages count as sent at once.
 */
async function measureClaims(official: Official, large: Large): Promise<void> {
  const { gateway, database, accountId } = official;
  const ctx = createContext({
    config: loadConfig({ KURIR_DATABASE_POOL: '2', KURIR_CLOUD_MESSAGES_PER_SECOND: '1000' }),
    databaseUrl: gateway.databaseUrl,
    box: createSecretBox('0'.repeat(64)),
    log: silentLog,
    name: 'kurir bench',
    now: () => new Date(Date.now() + 2 * HOUR),
  });
  try {
    await database.query(`update plans set max_devices = max_devices + 1 where name = 'bench'`);
    const { rows } = await database.query<{ device_uuid: string }>(
      `insert into devices (account_id, label, engine, network, status)
       values ($1, 'Bench', 'official_cloud', 'live', 'connected')
       returning device_uuid`,
      [accountId],
    );
    const { id, total } = await create(official, large, rows[0]?.device_uuid, new Date(Date.now() + HOUR));
    await database.query(`update broadcasts set status = 'running' where id = $1`, [id]);
    const times: number[] = [];
    for (let next = 'more'; next === 'more'; ) {
      const startedAt = performance.now();
      next = await claimRecipients(ctx, id);
      times.push(performance.now() - startedAt);
      await database.query('update broadcasts set sent_count = claimed where id = $1', [id]);
    }
    const figure = (first: number) => median(times.slice(first, first + CLAIMS)).toFixed(1);
    const last = times.length - CLAIMS;
    const figures = `first ${figure(0)}, middle ${figure(Math.floor(last / 2))}, last ${figure(last)}`;
    console.log(`${times.length} claims of ${total} recipients, median ms of ${CLAIMS}: ${figures}`);
  } finally {
    await ctx.close();
  }
}
