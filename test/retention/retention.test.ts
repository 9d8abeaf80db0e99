import { afterAll, expect, test } from 'vitest';
import { openRetention } from '../../src/app/retention.ts';
import { AUTOMATION } from '../../src/assistant/arbiter/consumer.ts';
import { countRecipients } from '../../src/gateway/broadcasts/recipients/recipient.ts';
import { deleteRemovedMedia } from '../../src/gateway/messages/media/retention.ts';
import { WEBHOOKS } from '../../src/gateway/webhooks/consumer.ts';
import { conversationHook } from '../../src/inbox/conversations/inbound-hook.ts';
import { STREAM } from '../../src/inbox/stream/consumer.ts';
import { DAY, MINUTE } from '../../src/platform/lib/clock.ts';
import type { FileStore } from '../../src/platform/lib/file-store/file-store.ts';
import type { PeriodicJob } from '../../src/platform/lib/jobs.ts';
import { openScene, tablesWith } from '../erasure/scene.ts';
import { look, openScene as openBroadcasts } from '../harness/broadcast-scene.ts';
import { testContext } from '../harness/context.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { insertEvents } from '../harness/events.ts';
import { runJobs } from '../harness/jobs.ts';
import { insertMedia, mediaOf } from '../harness/media-rows.ts';
import { insertDevice, insertMessages } from '../harness/rows.ts';
import { openService, openWebhookWorker } from '../harness/service.ts';
import { AT_MESSAGES, KEPT } from './tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const webhooks = openWebhookWorker(ctx, { start: false });
const receive = receiver(ctx, [conversationHook(ctx)]);
const jobs = openRetention(ctx, [WEBHOOKS, STREAM, AUTOMATION]);
const hourly = jobs.find((job): job is PeriodicJob => job.cron !== undefined);
const never = new AbortController().signal;
const NO_FILES: FileStore = {
  put: async () => {},
  open: async () => null,
  remove: async () => {},
  close: async () => {},
};
const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY);
const sql = async (text: string, ...values: unknown[]) => (await ctx.pool.query(text, values)).rows;
const idsOf = async (accountId: number): Promise<number[]> =>
  (await sql('select id from messages where account_id = $1 order by id', accountId)).map(({ id }) => id);

/** What the hours after a change do. */
async function runHours(files = NO_FILES) {
  for (let hour = 0; hour < 2; hour += 1) {
    await hourly?.run(never);
    await runJobs(ctx, jobs);
    ctx.clock.advance(MINUTE);
    await deleteRemovedMedia(ctx, files);
  }
}

/** Messages with these ages in days. */
const SENT = { status: 'sent' as const, due: false, source: 'api' as const };
async function shop() {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  const sent = (days: readonly number[], columns: object = {}) =>
    insertMessages(
      ctx,
      device,
      days.map((age) => ({ ...SENT, created_at: ago(age), ...columns })),
    );
  return { ...customer, device, sent, keep: (body: object) => customer.api('PATCH', '/v1/retention', body) };
}

test('old messages go with all that belongs to them, and another account stays whole', async () => {
  const [one, other] = [await openScene(ctx, service, webhooks), await openScene(ctx, service, webhooks)];
  const [ani, budi] = [
    { phone: '6281555001001', word: 'zurlimarx' },
    { phone: '6281555002001', word: 'kelonovax' },
  ];
  const { id } = await one.mark(ani);
  await other.mark(budi);
  await one.settle();
  await sql(
    `update messages set status = 'sent', due = false where account_id = $1 and status = 'queued'`,
    one.account.id,
  );
  await sql(`update conversations set owner_state = 'closed' where account_id = $1`, one.account.id);
  const ofBudi = await tablesWith(ctx, [budi.word]);
  const { body: list } = await one.api('GET', '/v1/messages?limit=100');
  const broadcasts = async () =>
    (await one.api('GET', '/v1/broadcasts')).body.data.map(
      ({ finish_expected_at: _, ...each }: object & { finish_expected_at?: unknown }) => each,
    );
  const sendings = await broadcasts();
  const counter = () => sql('select * from message_counters where account_id = $1', one.account.id);
  const ids = await counter();

  ctx.clock.advance(100 * DAY);
  await one.api('PATCH', '/v1/retention', { message_days: 90, event_days: 7 });
  await runHours(one.files.store);

  expect(list.data.length).toBeGreaterThan(5);
  expect(await idsOf(one.account.id)).toEqual([]);
  expect(await tablesWith(ctx, [ani.word])).toEqual(KEPT.toSorted());
  expect((await one.files.texts()).filter((text) => text.includes(ani.word))).toEqual([]);
  for (const { message_id } of list.data.slice(0, 3))
    expect(await one.ask('GET', `/v1/messages/${message_id}`)).toMatchObject({
      status: 404,
      body: { error: 'message_not_found' },
    });
  expect((await one.api('GET', `/v1/conversations/${id}/messages`)).body.data).toEqual([]);
  expect(await broadcasts()).toEqual(sendings);
  expect(await counter()).toEqual(ids);
  expect(await tablesWith(ctx, [budi.word])).toEqual(ofBudi);
});

test('each column that leads to a message is known', async () => {
  const rows = await sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name !~ '^counted_'
       and (column_name ~ 'message_(public_)?ids?$' or column_name in ('last_in_id', 'reply_id'))`,
  );

  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(AT_MESSAGES).toSorted());
});

test('what waits stays: to be sent, at its time, in flight, or for an answer', async () => {
  const { account, device, sent, keep } = await shop();
  const phone = '6281555003001';
  const [queued, scheduled, inFlight, failed] = [
    await sent([100], { status: 'queued', due: true }),
    await sent([100], { status: 'queued', due: true, not_before: ago(-1) }),
    await sent([100], { status: 'queued', due: true, maybe_written: true, reserved_wa_id: 'A' }),
    await sent([100], { status: 'failed', error_code: 'expired' }),
  ];
  await receive(inbound(device, phone, { at: ago(95) }));
  const [asked] = await sql(`select id from messages where device_id = $1 and direction = 'in'`, device.id);
  const late = await sent([100], { not_before: ago(1) });

  await keep({ message_days: 90 });
  await runHours();
  const kept = await idsOf(account.id);
  await sql(`update conversations set owner_state = 'closed' where account_id = $1`, account.id);
  await runHours();

  const waiting = [queued, scheduled, inFlight].map(([message]) => message?.id);
  expect(kept).toEqual([...waiting, asked.id, late[0]?.id]);
  expect(failed).toHaveLength(1);
  expect(await idsOf(account.id)).toEqual([...waiting, late[0]?.id]);
});

test('figures of messages and conversations stay as they were', async () => {
  const { account, device, sent, keep, api } = await shop();
  await sent([100, 100, 99, 80], {});
  await sent([99], { status: 'failed', error_code: 'not_on_whatsapp' });
  await sent([99], { status: 'read', source: null });
  for (const [n, age] of [100, 99, 80].entries())
    await receive(inbound(device, `628155500400${n}`, { at: ago(age) }));
  const edited = inbound(device, '6281555004000', { at: ago(99), editOf: 'X' });
  await receive(edited);
  await sql(`update conversations set owner_state = 'closed' where account_id = $1`, account.id);
  const day = (age: number) => ago(age).toISOString().slice(0, 10);
  const read = async () =>
    Promise.all(
      ['/v1/messages/figures', '/v1/conversations/figures'].flatMap((path) =>
        ['day', 'device'].map(
          async (group) => (await api('GET', `${path}?from=${day(102)}&to=${day(79)}&group=${group}`)).body,
        ),
      ),
    );
  const before = await read();

  await keep({ message_days: 90 });
  await runHours();

  expect(before[0].total).toMatchObject({ received: 3, sent: 5, failed: 1 });
  expect(await idsOf(account.id)).toHaveLength(2);
  expect(await read()).toEqual(before);
});

test('the funnel of a broadcast stays as it was', async () => {
  const scene = await openBroadcasts(ctx, { contacts: 4 });
  const id = await scene.create();
  await look(ctx);
  for (const [n, message] of (await scene.take()).entries()) {
    await scene.report(message, n === 3 ? 'failed' : 'sent');
    if (n < 2) await scene.report(message, 'read');
  }
  await receive(inbound(scene.device, '628110000000', { at: ctx.now() }));
  await sql(`update conversations set owner_state = 'closed' where account_id = $1`, scene.account.id);
  const before = await countRecipients(ctx, scene.account, id);

  ctx.clock.advance(40 * DAY);
  await sql('insert into retention_settings (account_id, message_days) values ($1, 30)', scene.account.id);
  await runHours();

  expect(before).toMatchObject({ sent: 3, read: 2, failed: 1, replied: 1 });
  expect(await idsOf(scene.account.id)).toEqual([]);
  expect(await countRecipients(ctx, scene.account, id)).toEqual(before);
});

test('a job that ends in the middle goes on with what is left, and counts nothing twice', async () => {
  const { account, sent, keep, api } = await shop();
  await sent(Array.from({ length: 1_200 }, () => 100));
  await keep({ message_days: 90 });
  let pieces = 0;
  const killed = openRetention(
    {
      ...ctx,
      db: {
        query: ctx.db.query.bind(ctx.db),
        transaction: (work) =>
          ctx.db.transaction(async (tx) => {
            const done = await work(tx);
            pieces += 1;
            if (pieces === 2) throw new Error('killed');
            return done;
          }),
      },
    },
    [],
  );

  await expect(runJobs(ctx, killed)).rejects.toThrow('killed');
  const left = await idsOf(account.id);
  await runHours();

  expect(left).toHaveLength(700);
  expect(await idsOf(account.id)).toEqual([]);
  const day = ago(100).toISOString().slice(0, 10);
  const { body } = await api('GET', `/v1/messages/figures?from=${day}&to=${day}&group=device`);
  expect(body.total.sent).toBe(1_200);
});

test('files and events go sooner where the account says so', async () => {
  const { account, device, keep } = await shop();
  const [old, young] = [
    await insertMedia(ctx, device, { created_at: ago(40) }),
    await insertMedia(ctx, device, { created_at: ago(20) }),
  ];
  const event = { account_id: account.id, type: 'device.status', body: '{}' };
  await insertEvents(ctx.pool, [
    { ...event, created_at: ago(8) },
    { ...event, created_at: ago(6) },
  ]);

  await keep({ file_days: 30, event_days: 7 });
  await runHours();

  const removed = await Promise.all([old, young].map(async ({ id }) => (await mediaOf(ctx, id)).state));
  expect(removed).toEqual(['removed', 'waiting']);
  expect(await sql('select from events where account_id = $1', account.id)).toHaveLength(1);
  expect(await idsOf(account.id)).toHaveLength(2);
});

test('the preview counts, a change is in the audit log, and the operator sets the default', async () => {
  const { account, device, sent, keep, api } = await shop();
  await sent([400, 100]);
  await insertMedia(ctx, device, { created_at: ago(40) });

  const preview = await api('GET', '/v1/retention/preview?message_days=365&file_days=30');
  const first = await api('GET', '/v1/retention');
  const changed = await keep({ message_days: 365 });
  const again = await keep({ message_days: 365 });
  const { body: audit } = await api('GET', '/v1/audit?action=retention.changed');
  const refused = await Promise.all([{ message_days: 29 }, { event_days: 31 }, {}].map(keep));

  expect(preview.body).toEqual({ messages: 1, files: 1 });
  expect(first.body).toMatchObject({
    message_days: null,
    effective: { message_days: null, file_days: 90, event_days: 30 },
  });
  expect([changed.body, again.body]).toMatchObject([
    { message_days: 365 },
    { effective: { message_days: 365 } },
  ]);
  expect(audit.data).toMatchObject([{ detail: { message_days: 365 } }]);
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
  await runHours();
  expect(await idsOf(account.id)).toHaveLength(2);
});

test('accounts without a setting follow the operator', async () => {
  const config = { ...ctx.config, KURIR_MESSAGE_DAYS: 60 };
  const byOperator = openRetention({ ...ctx, config }, []);
  const [follows, own] = [await shop(), await shop()];
  for (const { sent } of [follows, own]) await sent([100, 50], { body: 'x'.repeat(2_000) });
  await own.keep({ message_days: 3650 });

  await byOperator.find((job): job is PeriodicJob => job.cron !== undefined)?.run(never);
  await runJobs(ctx, byOperator);

  expect(await idsOf(follows.account.id)).toHaveLength(1);
  expect(await idsOf(own.account.id)).toHaveLength(2);
  const stored = 'select sum(bytes)::int as bytes from storage_changes where account_id = $1';
  expect(await sql(stored, follows.account.id)).toEqual([{ bytes: 2_000 }]);
});
