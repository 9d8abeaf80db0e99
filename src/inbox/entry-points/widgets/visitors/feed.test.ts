import { connect } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../../test/harness/context.ts';
import { listeningService, readStream } from '../../../../../test/harness/live-stream.ts';
import { watchStatements } from '../../../../../test/harness/statements.ts';
import { until } from '../../../../../test/harness/until.ts';
import { openWidgetShops } from '../../../../../test/harness/visitors.ts';
import { listComingAnswers } from '../../../../assistant/arbiter/typing/typing.ts';
import { DAYS } from '../../../../gateway/hours/opening.ts';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { VisitorFeed } from './feed.ts';
import { MAX_STREAMS } from './limits.ts';
import { openChatDoor, type Visitor } from './visitor.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http, url } = await listeningService(ctx);
const openShop = openWidgetShops(ctx, http);

async function shop() {
  const opened = await openShop();
  const path = `/w/${opened.widget.widget_uuid}/events`;
  /** The stream of a visitor. */
  const listen = ({ auth }: { auth: Record<string, string> }) => readStream(url, auth, path);
  const own = (owner_state: string) =>
    ctx.pool.query('update conversations set owner_state = $2 where account_id = $1', [
      opened.account.id,
      owner_state,
    ]);
  return { ...opened, path, listen, own };
}

const texts = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text);

test('each open page shows the chat at once, and then what is new; others see nothing of it', async () => {
  const { visitor, listen, answer } = await shop();
  const [ani, budi] = [await visitor(), await visitor()];
  await ani.write({ text: 'Halo' });
  const pages = [await listen(ani), await listen(ani)];
  const other = await listen(budi);
  for (const page of pages) await page.get('chat', (chat) => chat.messages.length === 1);

  const id = await answer({ body: 'Ada, Kak.' });
  ctx.bus.publish('events');

  for (const page of pages) {
    const { data } = await page.get('chat', (chat) => chat.messages.length === 2);
    expect(texts(data)).toEqual(['Halo', 'Ada, Kak.']);
    expect(data).toMatchObject({ answering: 'waiting', typing: false, is_open: true });
    expect(data.messages[1]).toMatchObject({ id, from: 'business', by: 'bot', status: 'sent' });
  }
  await ani.see(id);
  await pages[0]?.get('chat', ({ messages }) => messages[1]?.status === 'read');
  const { data } = await other.get('chat');
  expect(data).toEqual({ messages: [], answering: null, typing: false, is_open: true });
  expect(other.events).toHaveLength(1);
});

test('a page shows who answers, and whether an answer is coming', async () => {
  const { visitor, listen, own, account, stored, chatDevice } = await shop();
  const ani = await visitor();
  const page = await listen(ani);
  await ani.write();
  await page.get('chat', ({ answering }) => answering === 'waiting');

  await own('human_active');
  ctx.bus.publish('events');
  await page.get('chat', ({ answering }) => answering === 'person');
  await own('bot');
  const [{ wa_message_id }] = await stored();
  await ctx.pool.query(
    `insert into automation_decisions (account_id, device_id, conversation_id, wa_message_id, state, created_at,
       decided_at, delay_ms, sent_ids)
     select account_id, $2, id, $3, 'decided', $4, $4, 3000, '{1}' from conversations where account_id = $1`,
    [account.id, chatDevice.id, wa_message_id, ctx.now()],
  );
  ctx.bus.publish('visitors');
  await page.get('chat', ({ answering, typing }) => answering === 'bot' && typing);
  ctx.clock.advance(4 * SECOND);
  ctx.bus.publish('visitors');

  const { data } = await page.get('chat', ({ answering, typing }) => answering === 'bot' && !typing);
  expect(texts(data)).toEqual(['Halo']);
});

test('outside the business hours a chat is open while an automation answers in it', async () => {
  const { visitor, listen, own, account } = await shop();
  const ani = await visitor();
  await ani.write();
  await own('bot');
  const weekly = Object.fromEntries(DAYS.map((day) => [day, []]));
  await ctx.pool.query('insert into business_hours (account_id, hours) values ($1, $2)', [
    account.id,
    { timezone: 'Asia/Jakarta', weekly, holidays: [] },
  ]);

  const page = await listen(ani);
  await page.get('chat', ({ is_open }) => !is_open);
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  ctx.bus.publish('events');
  await page.get('chat', ({ is_open, answering }) => is_open && answering === 'bot');
  await own('human_waiting');
  ctx.bus.publish('events');

  const { data } = await page.get('chat', ({ answering }) => answering === 'waiting');
  expect(data.is_open).toBe(false);
});

test('a stream ends within seconds after its widget is switched off', async () => {
  const { visitor, listen, widget } = await shop();
  const page = await listen(await visitor());
  await page.get('chat');
  await ctx.pool.query('update entry_points set enabled = false where id = $1', [widget.entry_point_id]);

  ctx.clock.advance(SECOND);

  await page.ended;
  expect(page.events).toHaveLength(1);
});

test('a visitor has at most five streams, and another one may come after one has ended', async () => {
  const { visitor, listen } = await shop();
  const ani = await visitor();
  const pages = [];
  for (let n = 0; n < MAX_STREAMS.ofVisitor; n += 1) pages.push(await listen(ani));

  const refused = await listen(ani).catch((error) => error);
  pages[0]?.close();
  const again = await until(() => listen(ani).catch(() => null));

  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(refused.headers['retry-after']).toBe('15');
  await again?.get('chat');
});

test('a client that does not read costs little, and gets only the newest state later', async () => {
  const { visitor, widget } = await shop();
  const ani = await visitor();
  const door = openChatDoor(ctx);
  const feed = new VisitorFeed(ctx, door, listComingAnswers);
  onTestFinished(() => feed.close());
  const known: Visitor = await door.visitor(
    { headers: ani.auth, routeOptions: { config: {} }, method: 'GET' } as never,
    widget.widget_uuid,
  );
  const write = (name: string) => ani.write({ text: `${name} ${'x'.repeat(1_990)}` });
  for (let n = 0; n < 30; n += 1) await write(`n${n}`);
  ctx.clock.advance(MINUTE);
  const stream = feed.open(known, '10.0.0.1');

  await until(() => stream.readableLength > 50_000);
  await write('second');
  await until(() => stream.isFull);
  await write('third');
  await until(() => stream.isBehind);
  await write('last');

  expect(stream.readableLength).toBeLessThan(150_000);
  let read = '';
  stream.on('data', (bytes) => {
    read += bytes;
  });
  await until(() => read.includes('last xxx'));
  await feed.close();
  await until(() => stream.readableEnded);
});

test('without an open stream, the feed runs no statement', async () => {
  const statements: string[] = [];
  const db = watchStatements(ctx.db, ({ name = '' }) => statements.push(name));
  const feed = new VisitorFeed({ ...ctx, db }, openChatDoor(ctx), listComingAnswers);

  ctx.bus.publish('events');
  ctx.bus.publish('visitors');
  await feed.close();

  expect(statements).toEqual([]);
});

test('a stream without a token is refused', async () => {
  const { path } = await shop();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

  const answer = await new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));

  expect(answer).toMatch(/^HTTP\/1.1 401 /);
});
