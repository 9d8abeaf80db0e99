import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { officialCallbacks } from '../../src/gateway/engines/official-cloud/callbacks/reader.ts';
import { claimDue } from '../../src/gateway/messages/dispatch/claim-store.ts';
import { markWritten } from '../../src/gateway/messages/dispatch/in-flight-store.ts';
import { officialWebhookRoutes } from '../../src/gateway/messages/official/routes.ts';
import { BEAT_MS, settleSilent, UNRESOLVED_MS } from '../../src/gateway/messages/queue/evidence.ts';
import { failUnresolved, moveStatuses } from '../../src/gateway/messages/queue/settle-store.ts';
import { createHttp } from '../../src/platform/lib/http/http.ts';
import type { Log } from '../../src/platform/lib/log.ts';
import { callBack, signCallback } from './callback.ts';
import type { TestContext } from './context.ts';
import { giveLeases, insertAccount, insertDevice, insertMessage } from './rows.ts';
import { type Tables, tablesOf } from './tables.ts';

const SECRET = 'secret-of-the-app';
const BOTH_KINDS = { error_code: null, error_message: null, refund: false };

export type ReportedStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** Receives callbacks of all devices of a test. Nothing listens: the test gives the signs of life. */
export async function openReceiver(ctx: TestContext, cleanup: (end: () => Promise<void>) => void) {
  const warnings: [name: string, messageId: number][] = [];
  const warn = (fields: { messageId: number }, name: string) => void warnings.push([name, fields.messageId]);
  const log = { ...ctx.log, warn } as unknown as Log; // the callbacks use no other method
  const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
  const apps = async () => [{ network: 'live' as const, appSecret: SECRET, verifyToken: null }];
  const open = () =>
    officialWebhookRoutes(http, { ...ctx, log }, { reader: officialCallbacks, apps, hooks: [] });
  const watch = open();
  await http.ready();
  cleanup(() => http.close());
  return { http, watch, warnings };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** One number of the official cloud. The test is its sender, its provider and the clock. */
export async function openNumber(
  ctx: TestContext,
  { http, watch }: Receiver,
  unresolved: 'fail' | 'resend' = 'fail',
) {
  const account = await insertAccount(ctx);
  const { db } = ctx;
  const choose = (choice: 'fail' | 'resend') =>
    tablesOf(db).updateTable('accounts').set({ unresolved: choice }).where('id', '=', account.id).execute();
  await choose(unresolved);
  const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const number = `5${device.id}`;
  await tablesOf(db)
    .updateTable('devices')
    .set({ official_phone_number_id: number })
    .where('id', '=', device.id)
    .execute();
  const node = randomUUID();
  await giveLeases(ctx, node, [device.id]);
  const row = (id: number) =>
    tablesOf(db).selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  const rows = () =>
    tablesOf(db)
      .selectFrom('messages')
      .selectAll()
      .where('device_id', '=', device.id)
      .orderBy('id')
      .execute();

  /** Claims and marks waiting messages, as a sender does right before its calls. Answers their ids. */
  async function take(count = 100): Promise<number[]> {
    const claimed = await claimDue(db, 'calls', {
      ...{ nodeId: node, preparedTypes: [], inFlight: [], now: ctx.now() },
      devices: [
        { device_id: device.id, account_id: account.id, epoch: 1, capacity: count, only_ready: false },
      ],
      freshIds: Array.from({ length: count }, () => randomUUID()),
    });
    const marks = claimed.map(({ id, reserved_wa_id }) => ({
      ...{ id, reserved_wa_id, device_id: device.id, epoch: 1 },
    }));
    const until = new Date(ctx.now().getTime() + UNRESOLVED_MS);
    return [...(await markWritten(db, node, marks, until))];
  }

  return {
    ...{ account, device, row, rows, take, choose },
    insert: async (columns: Partial<Insertable<Tables['messages']>> = {}) =>
      (await insertMessage(ctx, device, columns)).id,
    /** A message whose call has begun. */
    async send(columns: Partial<Insertable<Tables['messages']>> = {}): Promise<number> {
      const { id } = await insertMessage(ctx, device, columns);
      await take();
      return id;
    },
    /** The answer of the call. */
    async answer(id: number, providerId = `wamid.${id}`): Promise<void> {
      const { reserved_wa_id: wa_message_id } = await row(id);
      const change = {
        device_id: device.id,
        wa_message_id,
        provider_id: providerId,
        status: 'sent',
      } as const;
      await moveStatuses(db, [{ ...change, ...BOTH_KINDS }], ctx.now());
    },
    /** The provider calls back. Answers the HTTP status. */
    async callBack(id: number, status: ReportedStatus, providerId = `wamid.${id}`): Promise<number> {
      const { reserved_wa_id } = await row(id);
      const report = { id: providerId, status, biz_opaque_callback_data: reserved_wa_id };
      const value = { metadata: { phone_number_id: number }, statuses: [report] };
      const body = JSON.stringify({ entry: [{ id: 'WABA', changes: [{ field: 'messages', value }] }] });
      return (await callBack(http, body, signCallback(body, SECRET))).statusCode;
    },
    /** Time passes while callbacks are received. */
    async listen(ms: number): Promise<void> {
      await watch.beat();
      for (let left = ms; left > 0; left -= BEAT_MS) {
        ctx.clock.advance(Math.min(left, BEAT_MS));
        await watch.beat();
      }
    },
    settle: () => settleAll(ctx),
  };
}
export type NumberScene = Awaited<ReturnType<typeof openNumber>>;

/** As the periodic job does. Returns how many messages were sent again, and how many failed. */
export async function settleAll(ctx: TestContext): Promise<{ resent: number; failed: number }> {
  const silent = await settleSilent(ctx, ctx.now());
  const unresolved = await failUnresolved(ctx.db, ['official_cloud'], ctx.now());
  return { resent: silent.resent, failed: silent.failed + unresolved };
}
