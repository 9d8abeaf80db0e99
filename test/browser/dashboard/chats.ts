import type { Page } from 'playwright-core';
import { makeLive } from '../../harness/live-stream.ts';
import type { PhoneApp } from './app.ts';

/** The inbox with all open conversations. */
export const inbox = { path: '/inbox?view=all' };

export const log = (page: Page) => page.getByRole('log');
export const field = (page: Page, kind: 'Reply' | 'Note' = 'Reply') =>
  page.getByRole('textbox', { name: kind });
export const owner = (page: Page) => page.locator('[data-owner]');

export interface Customer {
  number: string;
  name: string;
  say(words: string): Promise<unknown>;
  /** Any content of a simulated phone. */
  send(content: object): Promise<unknown>;
}

/** A connected number of the shop, and customers who write to it. */
export async function openShop(app: PhoneApp, shop: string) {
  const { sandbox } = app.line;
  await makeLive(app.ctx, app.account.id);
  await app.line.pair(shop);
  let numbers = 0;
  return {
    /** A new customer, whose first message is this text. */
    async customer(text: string, name = `Pelanggan ${numbers + 1}`): Promise<Customer> {
      numbers += 1;
      const number = `62812000000${10 + numbers}`;
      const send = (content: object) =>
        sandbox.post(`/sandbox/phones/${number}/messages`, { to: shop, ...content });
      const say = (words: string) => send({ text: words });
      await sandbox.post('/sandbox/phones', { number, name });
      await say(text);
      return { number, name, say, send };
    },
  };
}

/** The inbox of a user, with the conversation of this customer. */
export async function openChat(page: Page, name: string): Promise<Page> {
  await page.getByRole('link', { name }).first().click();
  await field(page).waitFor();
  return page;
}
