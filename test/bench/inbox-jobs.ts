import type { BrowserContext, Locator, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { buildDashboardOnce } from '../harness/dashboard-build.ts';
import { logIn } from './dashboard.ts';
import { call, type Economy, withEconomyDevices } from './economy-scene.ts';
import { untilTrue } from './official-scene.ts';

const CHATS = 60;
/** Each job is done so often, in other chats. Its time is the median. */
const ROUNDS = 3;
const FIRST_CUSTOMER = 6_281_250_000_000;
const ROW = 'li[id^="row-"] a';
const COLLEAGUE = 'budi';

/** What a person does with mouse and keyboard, counted. */
class Hand {
  clicks = 0;
  keys = 0;
  letters = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** A key that acts, such as Enter. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** Text of the person. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
    this.letters += text.length;
  }
}

interface Job {
  name: string;
  /** The chat is open before it begins. */
  isInChat: boolean;
  work(hand: Hand, round: number): Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const said = (page: Page, text: string) => page.getByRole('log').getByText(text).last().waitFor();

/** The ten commonest jobs of a day of answers. */
const JOBS: readonly Job[] = [
  {
    name: 'open the chat that waits longest, and answer it',
    isInChat: false,
    async work(hand, round) {
      await hand.click(hand.page.locator(ROW).first());
      await hand.click(reply(hand.page));
      await hand.type(`Sudah kami kirim ${round}.`);
      await hand.press('Enter');
      await said(hand.page, `Sudah kami kirim ${round}.`);
    },
  },
  {
    name: 'answer with a canned reply',
    isInChat: true,
    async work(hand) {
      await hand.click(reply(hand.page));
      await hand.page.keyboard.type('/rek');
      hand.letters += 4;
      await hand.page.getByRole('option', { name: /rek/ }).waitFor();
      await hand.press('Enter');
      await untilTrue(
        async () => (await reply(hand.page).inputValue()) === 'BCA 123 456',
        'the canned reply',
      );
      await hand.press('Enter');
      await said(hand.page, 'BCA 123 456');
    },
  },
  {
    name: 'give the chat to a colleague',
    isInChat: true,
    async work(hand) {
      await hand.click(button(hand.page, 'Assign'));
      await hand.click(hand.page.getByRole('menuitemcheckbox', { name: COLLEAGUE }));
      await hand.page.getByRole('log').getByText(COLLEAGUE).first().waitFor();
    },
  },
  {
    name: 'add a label',
    isInChat: true,
    async work(hand) {
      const field = hand.page.getByRole('combobox', { name: 'Add a label' });
      await hand.click(field);
      await hand.type('Komplain');
      await hand.press('Enter');
      await hand.page
        .getByRole('button', { name: /Komplain/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'write a note for the team',
    isInChat: true,
    async work(hand, round) {
      await hand.press('n');
      await hand.type(`Sudah ditelepon ${round}`);
      await hand.press('Enter');
      await said(hand.page, `Sudah ditelepon ${round}`);
    },
  },
  {
    name: 'snooze it',
    isInChat: true,
    async work(hand) {
      await hand.click(button(hand.page, 'Snooze'));
      await hand.click(hand.page.getByRole('menuitem').first());
      await hand.page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'resolve it, and go on with the next one',
    isInChat: true,
    async work(hand) {
      const before = hand.page.url();
      await hand.click(button(hand.page, 'Resolve'));
      await hand.page.waitForURL((url) => url.href !== before);
      await hand.page.getByRole('log').waitFor();
    },
  },
  {
    name: 'find a customer by name',
    isInChat: false,
    async work(hand, round) {
      await hand.press('Control+k');
      await hand.page.locator('[cmdk-input]').waitFor();
      await hand.type(nameOf(40 + round));
      await hand.page
        .getByRole('option', { name: nameOf(40 + round) })
        .first()
        .waitFor();
      await hand.press('Enter');
      await hand.page.getByRole('log').waitFor();
    },
  },
  {
    name: 'select five chats, and resolve them',
    isInChat: false,
    async work(hand) {
      for (let n = 0; n < 5; n += 1) {
        await hand.page.locator('li[id^="row-"]').nth(n).hover();
        await hand.click(hand.page.locator('li[id^="row-"]').nth(n).getByRole('checkbox'));
      }
      await hand.press('e');
      await hand.page.getByText('5 chats resolved.').waitFor();
    },
  },
  {
    name: 'write to a new number',
    isInChat: false,
    async work(hand, round) {
      await hand.press('c');
      const dialog = hand.page.getByRole('dialog', { name: 'New chat' });
      await dialog.waitFor();
      await hand.type(`0812777000${round}`);
      await hand.click(dialog.getByRole('textbox').last());
      await hand.type(`Pesanan siap ${round}.`);
      await hand.click(dialog.getByRole('button', { name: 'Send' }));
      await said(hand.page, `Pesanan siap ${round}.`);
    },
  },
];

const nameOf = (n: number) => `Pelanggan ${String(n).padStart(2, '0')}`;

/**
 * Two users and sixty chats that wait. Does the ten commonest jobs as a person would, and counts clicks, keys that act
 * and typed letters. The time is that of the dashboard: a person also reads and thinks.
 */
export async function run(): Promise<void> {
  await buildDashboardOnce();
  const browser = await launchChromium();
  try {
    await withEconomyDevices(1, async (economy) => {
      await fill(economy);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
      await logIn(economy, context, 'ani');
      await logIn(economy, await browser.newContext(), COLLEAGUE);
      console.log(`${'job'.padEnd(50)} clicks  keys  letters  seconds`);
      for (const job of JOBS) {
        await measure(economy, context, job).catch((error: unknown) => {
          process.exitCode = 1;
          console.log(`${job.name.padEnd(50)} ${String(error)}`);
        });
      }
    });
  } finally {
    await browser.close();
  }
}

async function fill(economy: Economy): Promise<void> {
  const [to] = economy.owners;
  for (let n = 0; n < CHATS; n += 1) {
    const number = String(FIRST_CUSTOMER + n);
    await call(economy, 'POST', '/sandbox/phones', { number, name: nameOf(n) });
    const message = { to, text: 'Pesanan saya sudah sampai mana?', seconds_ago: (CHATS - n) * 60 };
    await call(economy, 'POST', `/sandbox/phones/${number}/messages`, message);
  }
  const areThere = async () =>
    (await call(economy, 'GET', '/v1/conversations?limit=100')).data.length >= CHATS;
  await untilTrue(areThere, 'the chats');
  await call(economy, 'POST', '/v1/labels', { name: 'Komplain' });
  const canned = { shortcut: 'rek', title: 'Nomor rekening', body: 'BCA 123 456' };
  await call(economy, 'POST', '/v1/canned-replies', canned);
}

async function measure({ gateway }: Economy, context: BrowserContext, job: Job): Promise<void> {
  const times: number[] = [];
  let count = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${gateway.port}/app/inbox`);
    await page.locator(ROW).nth(5).waitFor();
    if (job.isInChat) {
      await page
        .locator(ROW)
        .nth(round + 1)
        .click();
      await page.getByRole('log').waitFor();
      await reply(page).waitFor();
    }
    const hand = new Hand(page);
    const from = performance.now();
    await job.work(hand, round);
    times.push((performance.now() - from) / 1_000);
    count = [hand.clicks, hand.keys, hand.letters].map((each) => String(each).padStart(6)).join('');
    await page.close();
  }
  const median = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(`${job.name.padEnd(50)}${count}  ${median.toFixed(2).padStart(9)}`);
}
