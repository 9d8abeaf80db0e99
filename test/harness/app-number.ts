import { randomUUID } from 'node:crypto';
import { newMessageId } from '../../sandbox/graph/ids.ts';
import { openImportJob } from '../../src/app/import-job.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { callBack, signCallback } from './callback.ts';
import type { TestContext } from './context.ts';
import { enqueueDue, runJobs } from './jobs.ts';
import { insertAccount, insertDevice } from './rows.ts';
import type { Service } from './service.ts';
import type { Json } from './shop.ts';
import { tablesOf } from './tables.ts';

const SECRET = 'secret-of-an-own-app';
const OWN_NUMBER = '628110000003';

interface Earlier {
  text?: string;
  /** Of the message. */
  id?: string;
  fromMe?: boolean;
  at: Date;
  status?: string;
  item?: object;
}

let numbers = 0;

/** A business with an official number that it also uses in the Business app. Its callbacks are signed. */
export async function openAppNumber(ctx: TestContext, service: Service, plan: object = {}) {
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account, { engine: 'official_cloud', phone_number: OWN_NUMBER });
  numbers += 1;
  const number = `9055${numbers}`;
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({
      official_phone_number_id: number,
      official_app_secret: ctx.box.seal(Buffer.from(SECRET), `devices|official_app_secret|${device.id}`),
    })
    .where('id', '=', device.id)
    .execute();
  const { api } = await service.customerOf(account, device.device_uuid);
  const importJob = openImportJob(ctx);

  /** Throws unless the gateway takes the callback. */
  const callback = async (field: string, fields: object, isNamed = true): Promise<void> => {
    const metadata = { display_phone_number: OWN_NUMBER, phone_number_id: number };
    const value = { messaging_product: 'whatsapp', ...(isNamed && { metadata }), ...fields };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: 'WABA', changes: [{ field, value }] }],
    });
    const { statusCode } = await callBack(service.http as never, body, signCallback(body, SECRET));
    if (statusCode !== 200) throw new Error(`the callback got ${statusCode}`);
  };
  const importAll = async () => {
    await enqueueDue(ctx, [importJob]);
    await runJobs(ctx, [importJob]);
  };
  const itemOf = (customer: string, { text, id, fromMe = false, at, status = 'READ', item }: Earlier) => ({
    from: fromMe ? OWN_NUMBER : customer,
    ...(fromMe && { to: customer }),
    id: id ?? newMessageId(customer, fromMe ? 'out' : 'in'),
    timestamp: String(Math.floor(at.getTime() / SECOND)),
    ...(item ?? { type: 'text', text: { body: text ?? randomUUID() } }),
    history_context: { status },
  });
  return {
    ...{ account, device, number, api, callback, importJob, importAll },
    /** A part of the history: one thread. */
    sendPart: (customer: string, messages: readonly Earlier[], metadata: object = { progress: 100 }) =>
      callback('history', {
        history: [
          { metadata, threads: [{ id: customer, messages: messages.map((each) => itemOf(customer, each)) }] },
        ],
      }),
    /** A message that arrives now. */
    receive: (customer: string, text: string, id = newMessageId(customer, 'in')) =>
      callback('messages', {
        contacts: [{ wa_id: customer, profile: { name: 'Budi' } }],
        messages: [
          {
            ...{ from: customer, id, type: 'text', text: { body: text } },
            timestamp: String(Math.floor(ctx.now().getTime() / SECOND)),
          },
        ],
      }),
    async chat(customer: string): Promise<Json> {
      const { body } = await api('GET', `/v1/conversations?phone=${customer}`);
      return body.data[0];
    },
    /** Newest first. */
    async messages(customer: string): Promise<Json[]> {
      const { body } = await api('GET', `/v1/conversations?phone=${customer}`);
      const id = body.data[0]?.id;
      return id ? (await api('GET', `/v1/conversations/${id}/messages`)).body.data : [];
    },
    health: async (): Promise<Json> => (await api('GET', `/v1/devices/${device.device_uuid}/health`)).body,
  };
}
