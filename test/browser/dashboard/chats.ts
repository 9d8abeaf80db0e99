import type { Page } from 'playwright-core';
import { OFFICIAL_WEBHOOK_PATH } from '../../../src/gateway/messages/official/routes.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { until } from '../../harness/until.ts';
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

/** A connected official number, and a customer whose reply window is closed. */
export async function openOfficialShop(app: PhoneApp) {
  const { sandbox } = app.line;
  const staff = await app.user('owner');
  const callback_url = `${app.base}${OFFICIAL_WEBHOOK_PATH}`;
  await sandbox.post('/sandbox/cloud', { callback_url });
  const { body: number } = await staff.call('POST', '/app/api/sandbox/official-numbers', {
    name: 'Toko Resmi',
  });
  const { body: device } = await staff.call('POST', '/app/api/devices', {
    ...{ engine: 'official_cloud', label: 'Resmi', official_phone_number_id: number.phone_number_id },
    official_access_token: number.access_token,
  });
  const [phone, name] = ['6281377788899', 'Sari Resmi'];
  await staff.call('POST', '/app/api/sandbox/phones', { number: phone, name });
  const chat = `/app/api/sandbox/phones/${phone}/chats/${number.number}/messages`;
  await staff.call('POST', chat, { text: 'Kemarin saya pesan' });
  const old = new Date(app.ctx.now().getTime() - 25 * 3_600_000);
  await until(async () => {
    const changed = await app.ctx.pool.query(
      `update conversations set last_customer_at = $1
       where channel_id = (select channel_id from devices where device_uuid = $2)`,
      [old, device.device_uuid],
    );
    return (changed.rowCount ?? 0) > 0;
  });
  return {
    staff,
    name,
    phone,
    number: String(number.number),
    device_uuid: String(device.device_uuid),
    phone_number_id: String(number.phone_number_id),
    /** The id of the conversation. */
    async conversation(): Promise<string> {
      const { body } = await staff.call('GET', '/app/api/conversations');
      return body.data.find((each: { device_uuid: string }) => each.device_uuid === device.device_uuid).id;
    },
    /** Any content of the customer, as the provider reports it. */
    write: (content: object) =>
      sandbox.post(`/sandbox/cloud/numbers/${number.phone_number_id}/messages`, { from: phone, ...content }),
    /** What else the provider reports: see docs/sandbox-cloud.md. */
    report: (what: 'history' | 'contacts' | 'standby' | 'handovers', body: object) =>
      sandbox.post(`/sandbox/cloud/numbers/${number.phone_number_id}/${what}`, body),
    setTemplates: (templates: object[]) =>
      sandbox.post(`/sandbox/cloud/numbers/${number.phone_number_id}`, { templates }),
    /** The provider decides about a template. */
    review: (decision: object) =>
      sandbox.post(`/sandbox/cloud/numbers/${number.phone_number_id}/templates/review`, decision),
    /** Texts that the phone of a customer shows. */
    async texts(of = phone): Promise<string[]> {
      const { body } = await staff.call('GET', chat.replace(phone, of));
      return body.data.map(({ text }: { text: string }) => text);
    },
  };
}
