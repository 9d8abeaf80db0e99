import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { buildDashboardOnce } from '../harness/dashboard-build.ts';
import { script } from './bench-gateway.ts';
import { addPhones, type Economy, withEconomyDevices } from './economy-scene.ts';
import type { InboundJob } from './inbound-load.ts';
import { printSpread } from './spread.ts';

/** `npm run bench -- dashboard 60`: seconds of events. */
const SECONDS = Number(process.argv[3] ?? 60);
const CONVERSATIONS = 1_000;
/** Conversations in the long list, and messages in the long thread. */
const LONG = 10_000;
/** Each makes two events: the message and its conversation. */
const MESSAGES_PER_SECOND = 25;
const FILL_PER_SECOND = 50;
const ROUNDS = 5;
const REPLIES = 30;
const GOALS = { firstPaintMs: 1_500, longTaskMs: 100, seenMs: 1_000 };
const FIRST_CUSTOMER = 6_281_200_000_000;
const FIRST_QUIET_CUSTOMER = 6_281_300_000_000;
const WHEEL = { times: 60, px: 2_500, everyMs: 50 };
const ROW = 'li[id^="row-"] a';
const PASSWORD = 'bench kopi susu tanpa gula';

const exec = promisify(execFile);

/**
 * Measures the inbox in a real Chromium on the machine of the gateway: when the first conversations are drawn. Then
 * tasks that block the page while customers write, and while a user scrolls.
 */
export async function run(): Promise<void> {
  await buildDashboardOnce();
  const browser = await launchChromium();
  try {
    await withEconomyDevices(1, async (economy) => {
      const customers = Array.from({ length: CONVERSATIONS }, (_, n) => String(FIRST_CUSTOMER + n));
      await addPhones(economy, customers);
      await write(economy, customers, FILL_PER_SECOND, CONVERSATIONS / FILL_PER_SECOND);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addInitScript(OBSERVER);
      await logIn(economy, context, 'ani');
      await firstPaints(economy, context);
      await events(economy, context, customers);
      const other = await browser.newContext();
      await other.addInitScript(OBSERVER);
      await logIn(economy, other, 'budi');
      await colleagues(economy, context, other);
      await scrolls(economy, context, await makeLong(economy));
      console.log(`  load of the machine ${loadavg()[0]?.toFixed(1)}`);
    });
  } finally {
    await browser.close();
  }
}

const inbox = ({ gateway }: Economy) => `http://127.0.0.1:${gateway.port}/app/inbox?view=all`;

async function write(
  { gateway, apiKey, owners, sandboxToken }: Economy,
  customers: string[],
  perSecond: number,
  seconds: number,
): Promise<void> {
  const url = `http://127.0.0.1:${gateway.port}`;
  const job: InboundJob = {
    url,
    apiKey,
    owners,
    customers,
    sandboxToken,
    perSecond,
    warmUpSeconds: 0,
    seconds,
  };
  const running = exec(process.execPath, [script('inbound-load.ts')], { maxBuffer: 256 * 1024 * 1024 });
  running.child.stdin?.end(JSON.stringify(job));
  await running;
}

/** Invites an owner with this name, and logs in. */
export async function logIn(
  { gateway, accountId }: Economy,
  context: BrowserContext,
  name: string,
): Promise<void> {
  const user = await gateway.kurir(
    ...['user', 'create', `${name}@toko.example`, '--role', 'owner', '--name', name],
    ...['--account', String(accountId)],
  );
  const token = decodeURIComponent(new URL(user.link).hash.slice(1));
  const origin = `http://127.0.0.1:${gateway.port}`;
  const answer = await context.request.post(`${origin}/app/api/links/accept`, {
    headers: { origin },
    data: { token, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`the invitation was refused: ${await answer.text()}`);
}

async function firstPaints(economy: Economy, context: BrowserContext): Promise<void> {
  const times = { cold: [] as number[], warm: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // A new context has an empty cache.
    const fresh = await context.browser()?.newContext({ storageState: await context.storageState() });
    if (!fresh) throw new Error('the browser has closed');
    await fresh.addInitScript(OBSERVER);
    times.cold.push(await firstPaint(economy, fresh));
    times.warm.push(await firstPaint(economy, fresh));
    await fresh.close();
  }
  console.log(`${CONVERSATIONS} conversations, ${ROUNDS} visits`);
  const goal = `(<= ${GOALS.firstPaintMs} ms)`;
  const { p99 } = printSpread(`first visit to drawn rows ${goal}`, times.cold);
  printSpread('later visit to drawn rows', times.warm);
  if (p99 > GOALS.firstPaintMs) process.exitCode = 1;
}

async function firstPaint(economy: Economy, context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.goto(inbox(economy));
  const ms = Number(await page.evaluate('rowsDrawn'));
  await page.close();
  return ms;
}

async function events(economy: Economy, context: BrowserContext, customers: string[]): Promise<void> {
  const page = await context.newPage();
  await page.goto(inbox(economy));
  await page.locator(ROW).nth(3).click();
  await page.getByRole('log').waitFor();
  await settled(page);
  await write(economy, customers, MESSAGES_PER_SECOND, SECONDS);
  const { tasks } = await seen(page);
  console.log(`${2 * MESSAGES_PER_SECOND} events a second for ${SECONDS} s, with an open conversation`);
  reportTasks(tasks);
  await page.close();
}

/** Two users in two browsers have one conversation open: from Enter of the first one to the text before the second. */
async function colleagues(economy: Economy, first: BrowserContext, second: BrowserContext): Promise<void> {
  const [writer, reader] = [await first.newPage(), await second.newPage()];
  await writer.goto(inbox(economy));
  await writer.locator(ROW).first().click();
  const field = writer.getByRole('textbox', { name: 'Reply' });
  await field.waitFor();
  await reader.goto(writer.url());
  await reader.getByRole('log').waitFor();
  await settled(reader);
  const times: number[] = [];
  for (let n = 0; n < REPLIES; n += 1) {
    const text = `Jawaban nomor ${n}.`;
    const seenAt = reader.evaluate<number>(timeOf(text));
    await field.fill(text);
    const sentAt = Date.now();
    await field.press('Enter');
    times.push((await seenAt) - sentAt);
  }
  const goal = `(<= ${GOALS.seenMs} ms)`;
  const { p99 } = printSpread(`from a reply to its sight by a colleague ${goal}`, times);
  if (p99 > GOALS.seenMs) process.exitCode = 1;
  await Promise.all([writer.close(), reader.close()]);
}

/** Script: when the text is there. */
const timeOf = (text: string) => `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('[role=log]').innerText.includes(${JSON.stringify(text)})) return false;
    resolve(Date.now());
    return true;
  };
  if (!look()) new MutationObserver((_, observer) => { if (look()) observer.disconnect(); })
    .observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Conversations older than the others, and messages of the first one, whose id this returns. */
async function makeLong({ gateway, accountId }: Economy): Promise<string> {
  const client = new pg.Client(gateway.databaseUrl);
  await client.connect();
  await client.query(
    `with p as (
       insert into people (account_id, name, created_at)
       select $1, 'Pelanggan ' || n, now() from generate_series(1, $2::int) n returning id
     ), i as (
       insert into person_identities (account_id, kind, value, person_id)
       select $1, 'phone', ($3::bigint + id)::text, id from p
     )
     insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, unread, last_at,
       created_at)
     select $1, (select min(id) from channels where account_id = $1), id, ($3::bigint + id)::text, 'human_waiting',
       now(), 1, now() - id * interval '1 second' - interval '1 day', now() - interval '30 days' from p`,
    [accountId, LONG - CONVERSATIONS, FIRST_QUIET_CUSTOMER],
  );
  await client.query(
    `insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, body, created_at)
     select $1, 1000000 + n, (select min(id) from devices where account_id = $1), 'in', 'customer', 'text', 'received',
       (select phone from conversations where account_id = $1 order by id limit 1),
       repeat('Apakah pesanan saya sudah dikirim? ', 1 + n % 7), now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [accountId, LONG],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    'select conversation_uuid from conversations where account_id = $1 order by id limit 1',
    [accountId],
  );
  await client.end();
  return rows[0].conversation_uuid;
}

async function scrolls(economy: Economy, context: BrowserContext, longId: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(inbox(economy));
  await page.locator(ROW).first().waitFor();
  await scroll(page, page.locator('ul[aria-label]:has(li[id^="row-"])'), WHEEL.px, 'conversations');
  await page.goto(inbox(economy).replace('inbox', `inbox/${longId}`));
  const log = page.getByRole('log');
  await log.waitFor();
  await scroll(page, log, -WHEEL.px, 'messages');
  await page.close();
}

async function scroll(
  page: Page,
  place: ReturnType<Page['locator']>,
  px: number,
  what: string,
): Promise<void> {
  await settled(page);
  await place.hover({ position: { x: 40, y: 40 } });
  for (let n = 0; n < WHEEL.times; n += 1) {
    await page.mouse.wheel(0, px);
    await page.waitForTimeout(WHEEL.everyMs);
  }
  const { tasks, frames } = await seen(page);
  console.log(`scrolling ${LONG} ${what}, ${WHEEL.times} steps of ${Math.abs(px)} pixels`);
  reportTasks(tasks);
  printSpread('between two frames', frames);
}

function reportTasks(tasks: readonly number[]): void {
  const long = tasks.filter((ms) => ms > GOALS.longTaskMs);
  if (long.length > 0) process.exitCode = 1;
  console.log(
    `  tasks over 50 ms: ${tasks.length}, over ${GOALS.longTaskMs} ms: ${long.length} (goal 0), ` +
      `longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  );
}

interface Seen {
  /** In ms. */
  tasks: number[];
  frames: number[];
}

/** Runs in the page, before its scripts. Rows that are in the document before a frame are drawn by it. */
const OBSERVER = `
  globalThis.tasks = [];
  globalThis.frames = [];
  let tellRowsDrawn;
  globalThis.rowsDrawn = new Promise((resolve) => { tellRowsDrawn = resolve; });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
  let last = 0;
  const frame = (at) => {
    if (last > 0) frames.push(at - last);
    last = at;
    if (!globalThis.isDrawn && document.querySelector('${ROW}')) {
      globalThis.isDrawn = true;
      requestAnimationFrame(() => tellRowsDrawn(performance.now()));
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

/** What comes after the page has rested for a moment counts alone. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(1_500);
  await page.evaluate('tasks.length = frames.length = 0');
}

/** Long tasks and the times between frames since then. */
async function seen(page: Page): Promise<Seen> {
  return page.evaluate('({ tasks, frames })');
}
