import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { assembleHttp } from '../../../src/app/http/http-server.ts';
import { openImportJob } from '../../../src/app/import-job.ts';
import type { Context } from '../../../src/context.ts';
import { signCallback } from '../../harness/callback.ts';
import { runJobs } from '../../harness/jobs.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { tablesOf } from '../../harness/tables.ts';
import type { NumberIds } from './callback.ts';

const APP_SECRET = 'app-secret-of-the-fuzzer';
/** Of a context for a scene. */
export const SCENE_SETTINGS = { KURIR_CLOUD_APP_SECRET: APP_SECRET, KURIR_DATABASE_POOL: '10' };
const NUMBERS = 2;

export interface Stored {
  device_id: number;
  direction: 'in' | 'out';
  wa_message_id: string;
  phone: string;
  type: string;
  body: string | null;
  details: unknown;
}

/** The gateway of this process on a real port, with numbers of the provider in two accounts. */
export interface Scene {
  ctx: Context;
  numbers: (NumberIds & { deviceId: number; accountId: number })[];
  /** Signs and sends, as the provider does. Answers the status. */
  post(json: string): Promise<number>;
  /** The messages with these ids of the provider. */
  stored(ids: readonly string[]): Promise<Stored[]>;
  /** A worker reads what the callbacks left to it. Throws as the worker would. */
  readLeft(): Promise<void>;
  /** For each message of a customer: what its events say. */
  events(): Promise<{ wa_message_id: string; phone: string; is_imported: boolean; told: (Told | null)[] }[]>;
  close(): Promise<void>;
}

interface Told {
  from: string;
  conversation_id: string | null;
}

/** `ctx` has SCENE_SETTINGS. */
export async function openScene(ctx: Context): Promise<Scene> {
  const http = assembleHttp(ctx, null);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo; // A TCP listener has no other kind of address.
  const dispatcher = new Agent();
  const numbers: Scene['numbers'] = [];
  for (let n = 1; n <= NUMBERS; n += 1) numbers.push(await openNumber(ctx, n));
  return {
    ctx,
    numbers,
    async post(json) {
      const answer = await request(`http://127.0.0.1:${port}/providers/cloud/webhook`, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signCallback(json, APP_SECRET),
        },
        body: json,
      });
      await answer.body.dump();
      return answer.statusCode;
    },
    async stored(ids) {
      return tablesOf(ctx.db)
        .selectFrom('messages')
        .select(['device_id', 'direction', 'wa_message_id', 'phone', 'type', 'body', 'details'])
        .where(
          'device_id',
          'in',
          numbers.map(({ deviceId }) => deviceId),
        )
        .where('wa_message_id', 'in', ids)
        .$narrowType<{ wa_message_id: string }>()
        .execute();
    },
    async readLeft() {
      await runJobs(ctx, [openImportJob(ctx)]);
    },
    async events() {
      const { rows } = await ctx.db.query<Awaited<ReturnType<Scene['events']>>[number]>(
        {
          text: `select m.wa_message_id, m.phone, m.id < 0 or coalesce(m.details ? 'standby', false) as is_imported,
            array_agg(e.body::jsonb) as told
          from messages m
          left join (select body, body::jsonb->>'wa_message_id' as id from events where type = 'message.received') e
            on e.id = m.wa_message_id
          where m.direction = 'in' and m.wa_message_id like 'wamid.%' group by m.id`,
        },
        [],
      );
      return rows;
    },
    async close() {
      await http.close();
      await dispatcher.close();
    },
  };
}

async function openNumber(ctx: Context, n: number): Promise<Scene['numbers'][number]> {
  const account = await insertAccount(ctx);
  const { id: deviceId } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const ids = {
    phoneNumberId: `10654035224292${n}`,
    wabaId: `10229012934039${n}`,
    digits: `6281100000000${n}`,
  };
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({
      official_phone_number_id: ids.phoneNumberId,
      official_waba_id: ids.wabaId,
      phone_number: ids.digits,
    })
    .where('id', '=', deviceId)
    .execute();
  return { ...ids, deviceId, accountId: account.id };
}
