import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { openMediaWorker } from '../../../../test/harness/media-worker.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { until } from '../../../../test/harness/until.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import {
  type FileOutcome,
  type FileRequest,
  failedFile,
  type InboundFile,
} from '../../engines/inbound-file.ts';
import { registerWebhook } from '../../webhooks/webhook.ts';
import { withdrawMedia } from './media.ts';

const ctx = await testContext({ cleanup: afterAll });
const ANI = '6281200000001';
const BYTES = fileOf('pdf', 1_000);

async function save({ path }: FileRequest): Promise<FileOutcome> {
  await writeFile(path, BYTES);
  return { outcome: 'saved', size: BYTES.length, sha256: createHash('sha256').update(BYTES).digest() };
}

/** A message of Ani with a file, which the provider answers as `fetch` says. */
async function shop(fetch: (request: FileRequest) => Promise<FileOutcome>, isWanted = true) {
  const account = await insertAccount(ctx, {}, 'live');
  const device = await insertDevice(ctx, account);
  const events = isWanted ? (['message.media'] as const) : (['message.received'] as const);
  await registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events: [...events] });
  const engines = { economy: { fetch }, official_cloud: { fetch } };
  const { worker } = await openMediaWorker(ctx, { sources: { live: engines, sandbox: engines } });
  const ofDevice = async (type: 'message.received' | 'message.media') =>
    (await eventsOf(ctx, type)).filter(({ device_uuid }) => device_uuid === device.device_uuid);
  return {
    account,
    device,
    worker,
    async receive(file: Partial<InboundFile> = {}) {
      const received = inbound(device, ANI, { kind: 'photo', body: null });
      const about = {
        kind: 'document',
        mimetype: 'application/pdf',
        fileName: 'Faktur.pdf',
        size: 7,
      } as const;
      const message = { ...received.message, file: { ...about, source: '{}', ...file } };
      await receiver(ctx, inboundHooks(ctx))({ ...received, message });
      const [event] = await ofDevice('message.received');
      return event;
    },
    told: () => until(async () => (await ofDevice('message.media'))[0], { what: 'the event' }),
    events: () => ofDevice('message.media'),
    isSettled: () =>
      until(
        async () =>
          (
            await ctx.pool.query(`select from message_media where account_id = $1 and state <> 'waiting'`, [
              account.id,
            ])
          ).rowCount === 1,
      ),
  };
}

test('a message announces its file, and the file is announced with its address when it is there', async () => {
  const { account, device, worker, receive, told } = await shop(save);

  const received = await receive();
  worker.start();
  const event = await told();

  const about = { mimetype: 'application/pdf', file_name: 'Faktur.pdf' };
  expect(received.media).toEqual({ state: 'waiting', url: null, ...about, size: 7 });
  const [chat] = await conversationsOf(ctx, account);
  expect(event).toEqual({
    ...{ event: 'message.media', event_id: expect.any(String), device_uuid: device.device_uuid },
    ...{ timestamp: ctx.now().toISOString(), message_id: received.message_id },
    ...{ wa_message_id: received.wa_message_id, conversation_id: chat?.conversation_uuid, phone: ANI },
    media: {
      ...{ state: 'stored', url: expect.stringMatching(/^http:\/\/.*\/files\/[\w-]+$/), ...about },
      size: BYTES.length,
    },
    reason: null,
  });
});

test('a file that cannot be had is announced with the reason', async () => {
  const { worker, receive, told } = await shop(async () => failedFile('expired', true));

  await receive();
  worker.start();

  expect(await told()).toMatchObject({
    media: { state: 'failed', url: null, file_name: 'Faktur.pdf', size: 7 },
    reason: 'expired',
  });
});

test('hostile names are safe in both events', async () => {
  const { worker, receive, told } = await shop(save);

  const received = await receive({ fileName: '../../etc/\u202Egpj.exe\r\n', size: -1, mimetype: null });
  worker.start();

  expect(received.media).toMatchObject({ file_name: 'gpj.exe', size: null, mimetype: null });
  expect((await told()).media.file_name).toBe('gpj.exe');
});

test('a deleted message, and an account without such a webhook, have no event', async () => {
  const [deleted, plain] = [await shop(save), await shop(save, false)];
  await deleted.receive();
  const { rows } = await ctx.pool.query('select id from messages where account_id = $1', [
    deleted.account.id,
  ]);
  await ctx.db.transaction((tx) =>
    withdrawMedia(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  await plain.receive();

  for (const { worker } of [deleted, plain]) worker.start();
  await plain.isSettled();

  expect([await deleted.events(), await plain.events()]).toEqual([[], []]);
});

test('without days of retention the message announces no file', async () => {
  const { receive } = await shop(save);
  ctx.config.KURIR_MEDIA_DAYS = 0;

  const { media } = await receive();
  ctx.config.KURIR_MEDIA_DAYS = 90;

  expect(media).toBeNull();
});
