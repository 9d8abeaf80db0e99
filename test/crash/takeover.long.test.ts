import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { botAnswers } from '../harness/chat.ts';
import { testContext } from '../harness/context.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { giveLeases, insertAccount, insertDevice } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { inTurns } from './ownership-scene.ts';
import { isLongSeason } from './season.ts';
import { causeTakeOver, type TakeOver } from './takeover-act.ts';

const PROCESS = fileURLToPath(new URL('./takeover-process.ts', import.meta.url));
const SECRET_KEY = 'cd'.repeat(32);
/** Processes at once. */
const PARALLEL = 3;

const context = await testContext({ cleanup: afterAll, parts: { box: createSecretBox(SECRET_KEY) } });
const ctx = { ...context, ...systemClock };
const nodeId = randomUUID();

/** A conversation of the automation, with one message under way and two that wait. */
async function openChat(by: TakeOver['by']): Promise<TakeOver> {
  const account = await insertAccount(ctx, { monthly_quota: 100 });
  const { id, account_id, device_uuid } = await insertDevice(ctx, account);
  const device = { id, account_id, device_uuid };
  await giveLeases(ctx, nodeId, [id]);
  const phone = `62812${1_000_000 + id}`;
  await receiver(ctx)(inbound(device, phone, { at: new Date(Date.now() - 60_000) }));
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account_id]);
  const { rows } = await ctx.pool.query<{ id: number; uuid: string; version: number }>(
    `update conversations set owner_state = 'bot' where account_id = $1
     returning id, conversation_uuid as uuid, ownership_version as version`,
    [account_id],
  );
  const [chat] = rows;
  if (!chat) throw new Error('there is no conversation');
  const message = { conversation_id: Number(chat.id), ownership_version: Number(chat.version) };
  await ctx.db.transaction(async (tx) => {
    for (const body of ['satu', 'dua', 'tiga']) await botAnswers(tx, { ...message, body }, ctx.now());
  });
  await ctx.pool.query(
    `update messages set maybe_written = true, reserved_wa_id = 'r' || id
     where id = (select min(id) from messages where account_id = $1 and source = 'bot')`,
    [account_id],
  );
  return { by, account, uuid: chat.uuid, phone, nodeId, device };
}

/** All that a take-over writes. */
async function stateOf({ device: { account_id } }: TakeOver) {
  const { rows } = await ctx.pool.query(
    `select c.owner_state, c.ownership_version, c.waiting_since is not null as waits,
       (select array_agg(kind order by id) from conversation_events where account_id = $1) as timeline,
       (select array_agg(concat_ws(' ', source, status, error_code) order by id) from messages
        where account_id = $1 and direction = 'out') as messages,
       (select messages_sent::int from usage_months where account_id = $1) as units,
       (select count(*)::int from events where account_id = $1 and type = 'message.status') as announced
     from conversations c where c.account_id = $1`,
    [account_id],
  );
  return rows[0];
}

interface End {
  signal: string | null;
  /** Statements that it has sent; without a kill. */
  sent: number;
}

/** Another process takes over, and is killed before this statement. */
async function takeOverAndDie(takeOver: TakeOver, step: number): Promise<End> {
  const name = `take-over-${takeOver.device.id}`;
  const databaseUrl = `${ctx.databaseUrl}?application_name=${name}`;
  const options = JSON.stringify({ databaseUrl, secretKey: SECRET_KEY, step, takeOver });
  const child = spawn(process.execPath, [PROCESS, options], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const alive = 'select from pg_stat_activity where application_name = $1';
  await until(async () => (await ctx.pool.query(alive, [name])).rowCount === 0, { what: 'the rollback' });
  return { signal, sent: Number(printed) };
}

/** Each process costs half a second: short seasons try all steps of one way, and the ends of the others. */
const isTried = (by: TakeOver['by'], step: number, sent: number) =>
  isLongSeason || by === 'api' || step % 3 === 1 || step >= sent;

const OPEN = ['bot queued', 'bot queued', 'bot queued'];
const ENDED = ['bot queued', 'bot failed superseded', 'bot failed superseded'];

test.each([
  ['api', [], 1],
  ['phone', ['phone sent'], 1],
  ['inbox', ['staff queued'], 2],
] as const)(
  'kill -9 before each statement of a take-over by %s leaves all or nothing',
  {
    timeout: 120_000,
  },
  async (by, replies, units) => {
    const whole = await openChat(by);
    const { sent } = await takeOverAndDie(whole, 0);
    const after = await stateOf(whole);
    const steps = Array.from({ length: sent + 1 }, (_, n) => n + 1).filter((step) => isTried(by, step, sent));

    const results = new Map<number, unknown[]>();
    await inTurns(
      steps,
      async (step) => {
        const chat = await openChat(by);
        const before = await stateOf(chat);
        const { signal } = await takeOverAndDie(chat, step);
        const between = await stateOf(chat);
        await causeTakeOver(ctx, chat);
        results.set(step, [signal, between, before, await stateOf(chat)]);
      },
      PARALLEL,
    );

    expect(after).toEqual({
      ...{ owner_state: 'human_active', ownership_version: 2, timeline: ['opened', 'taken_over'] },
      ...{ waits: false, units, announced: 2 },
      messages: [...ENDED, ...replies],
    });
    expect(results.size).toBeGreaterThan(5);
    for (const [step, [signal, between, before, repeated]] of results) {
      expect({ step, signal }).toEqual({ step, signal: 'SIGKILL' });
      expect({ step, before }).toMatchObject({ before: { owner_state: 'bot', messages: OPEN, units: 3 } });
      expect([before, after]).toContainEqual(between);
      expect({ step, repeated }).toEqual({ step, repeated: after });
    }
    expect([results.get(1)?.[1], results.get(sent + 1)?.[1]]).toEqual([results.get(1)?.[2], after]);
  },
);
