import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../test/harness/context.ts';
import { changeMessage } from '../../../test/harness/message-rows.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../test/harness/rows.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { registerMessageCommands } from './commands.ts';

/** Runs `kurir message ...` and answers its output. */
function commandsOn(ctx: TestContext, said: string[] = []) {
  return async (...args: string[]) => {
    const outputs: CommandOutput[] = [];
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    registerMessageCommands(program, async (action) => void outputs.push(await action(ctx)), {
      say: (line) => void said.push(line),
      readTemplates: async () => ({ outcome: 'unreachable' }),
    });
    await program.parseAsync(['message', ...args], { from: 'user' });
    return outputs[0];
  };
}

async function shop(plan = {}) {
  const ctx = await testContext();
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account);
  await ctx.pool.query(`update devices set phone_number = '6281100000001'`);
  return { ctx, account, device, kurir: commandsOn(ctx) };
}

test('message send sends from the only paired device, and answers the delivery', async () => {
  const { ctx, account, device, kurir } = await shop();
  await insertDevice(ctx, account, { status: 'provisioned', label: 'never paired' });

  const sending = kurir('send', '081234567890', 'Halo dari Kurir');
  const row = async () => (await ctx.pool.query('select public_id, body, phone from messages')).rows[0];
  await expect.poll(row).toBeTruthy();
  const message = await row();
  await changeMessage(ctx, account, message.public_id, {
    status: 'delivered',
    due: false,
    wa_message_id: 'wamid.1',
  });

  expect(await sending).toEqual({
    id: message.public_id,
    status: 'delivered',
    wa_message_id: 'wamid.1',
    direction: 'out',
    type: 'text',
    created_at: ctx.now().toISOString(),
    to: '6281234567890',
    device_uuid: device.device_uuid,
  });
  expect(message).toMatchObject({ body: 'Halo dari Kurir', phone: '6281234567890' });
});

test('message send says that the message is accepted before it waits', async () => {
  const { ctx, account } = await shop();
  const said: string[] = [];

  const sending = commandsOn(ctx, said)('send', '081234567890', 'Halo');
  await expect.poll(() => said).toHaveLength(1);
  const { rows } = await ctx.pool.query('select public_id from messages');
  const id = rows[0].public_id;
  await changeMessage(ctx, account, id, { status: 'delivered', due: false, wa_message_id: 'wamid.1' });
  await sending;

  expect(said).toEqual([`Message ${id} is accepted. Ctrl-C ends the wait, and does not stop the message.`]);
});

test('a failed message is an error with its reason', async () => {
  const { ctx, account, kurir } = await shop();

  const sending = kurir('send', '--to', '081234567890', 'Halo').catch((error: unknown) => error);
  const row = async () => (await ctx.pool.query('select public_id from messages')).rows[0];
  await expect.poll(row).toBeTruthy();
  await changeMessage(ctx, account, (await row()).public_id, {
    status: 'failed',
    due: false,
    error_code: 'not_on_whatsapp',
    error_message: 'The number is not on WhatsApp.',
  });

  expect(await sending).toMatchObject({
    message: 'The message failed: The number is not on WhatsApp.',
    output: { status: 'failed', error: { code: 'not_on_whatsapp' } },
  });
});

test.each([
  [[], 'Which number and which text? ./kurir message send NUMBER "TEXT"'],
  [['081234567890'], 'Which text? ./kurir message send NUMBER "TEXT"'],
  [['--to', '081234567890'], 'Which text? ./kurir message send NUMBER "TEXT"'],
  [['081234567890', 'Halo', 'Sari'], 'Put the text in quotes: ./kurir message send NUMBER "TEXT"'],
])('message send with incomplete arguments %j shows the whole command', async (args, message) => {
  const { kurir } = await shop();

  await expect(kurir('send', ...args)).rejects.toThrow(message);
});

test('message send keeps the rules of the API: key, quota, number, connection, account', async () => {
  const { ctx, account, kurir } = await shop({ monthly_quota: 1 });
  const send = (...args: string[]) => kurir('send', '081234567890', ...args, '--no-wait');
  const failure = (sending: Promise<unknown>) =>
    sending.then(
      () => 'none',
      (error: Error) => error.message,
    );

  const first = await send('Halo', '--key', 'order-1');
  const again = await send('Halo', '--key', 'order-1');
  const changed = await send('Lain', '--key', 'order-1');
  const overQuota = await failure(send('Halo'));
  const number = await failure(kurir('send', '12-34', 'Halo'));
  const blank = await failure(send(' '));
  const group = await failure(kurir('send', '120363041234567890@g.us', 'Halo'));
  await ctx.pool.query(`update devices set status = 'disconnected'`);
  const lost = await failure(send('Halo'));
  await ctx.pool.query(`update accounts set status = 'suspended'`);
  const suspended = await failure(send('Halo'));

  expect(first).toMatchObject({ status: 'queued', id: 1 });
  expect(again).toEqual({ ...first, replayed: true });
  expect(changed).toEqual({ ...first, replayed: true, mismatch: true });
  expect(overQuota).toContain('quota');
  expect(number).toContain('not a phone number');
  expect(blank).toBe('The text is required.');
  expect(group).toContain('groups');
  expect(lost).toMatch(/lost its connection.*device qr/);
  expect(suspended).toBe(`Account ${account.id} is suspended.`);
  expect((await ctx.pool.query('select from messages')).rows).toHaveLength(1);
});

test.each([
  [
    'disconnected',
    'economy',
    'The device has lost its connection. Kurir reconnects unless the reason says otherwise: ./kurir device list. ' +
      'To pair it again: ./kurir device qr UUID',
  ],
  ['provisioned', 'economy', 'The device is not paired. Pair it first: ./kurir device qr UUID'],
  ['banned', 'economy', 'The provider has banned the number. See the reason: ./kurir device list'],
  [
    'disconnected',
    'official_cloud',
    'The device is not connected. See the reason: ./kurir device list. ' +
      'A new access token connects it: PATCH /v1/devices/UUID/official-credentials',
  ],
] as const)('message send from a %s %s device names the next command', async (status, engine, text) => {
  const { ctx, device, kurir } = await shop();
  await ctx.pool.query('update devices set status = $1, engine = $2', [status, engine]);

  const refusal = await kurir('send', '081234567890', 'Halo').catch((error: unknown) => error);

  expect(refusal).toMatchObject({ kind: 'refused', code: 'device_disconnected' });
  expect(String(refusal).replaceAll(device.device_uuid, 'UUID')).toBe(`CommandError: ${text}`);
});

test('several paired devices need a choice, by uuid or by number', async () => {
  const { ctx, device, account, kurir } = await shop();
  const other = await insertDevice(ctx, account, { label: 'Gudang' });
  await ctx.pool.query(`update devices set phone_number = '6281100000002' where id = $1`, [other.id]);
  const send = (...args: string[]) => kurir('send', '081234567890', 'Halo', '--no-wait', ...args);

  await expect(send()).rejects.toThrow(/^Which device\? .*Kasir.*Gudang/);

  expect(await send('--device', device.device_uuid)).toMatchObject({ device_uuid: device.device_uuid });
  expect(await send('--device', '+62 811-0000-0002')).toMatchObject({ device_uuid: other.device_uuid });
});

test('message list shows messages of both directions, newest first, by device and by account', async () => {
  const { ctx, device, account, kurir } = await shop();
  const stranger = await insertAccount(ctx);
  const other = await insertDevice(ctx, stranger);
  await kurir('send', '081234567890', 'Halo', '--no-wait', '--device', device.device_uuid);
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, created_at, source)
     values ($1, $2, 'in', 'text', 'received', '6281234567890', now(), 'customer')`,
    [stranger.id, other.id],
  );

  const all = await kurir('list');
  const [one, newest] = [
    await kurir('list', '--account', `${account.id}`),
    await kurir('list', '--limit', '1'),
  ];

  expect(all).toMatchObject([
    { id: null, direction: 'in', status: 'received', account_id: stranger.id },
    { id: 1, direction: 'out', status: 'queued', phone: '6281234567890', device_uuid: device.device_uuid },
  ]);
  expect(JSON.stringify(all)).not.toContain('Halo');
  expect(one).toMatchObject([{ id: 1 }]);
  expect(newest).toMatchObject([{ direction: 'in' }]);
  expect(await kurir('list', '--device', other.device_uuid)).toMatchObject([{ direction: 'in' }]);
});

test('message send takes any type from a JSON file, and names what is wrong in it', async () => {
  const { ctx, kurir } = await shop();
  const folder = await mkdtemp(join(tmpdir(), 'kurir-content-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const send = async (content: unknown, ...more: string[]) => {
    const file = join(folder, 'content.json');
    await writeFile(file, JSON.stringify(content));
    return kurir('send', '081234567890', ...more, '--content', file, '--no-wait');
  };
  const location = { latitude: -6.2, longitude: 106.8 };

  const output = await send({ type: 'location', location, to: '0', device_uuid: 'x' });

  expect(output).toMatchObject({ type: 'location', status: 'queued', to: '6281234567890' });
  await expect(send({ type: 'location' })).rejects.toThrow('location is required.');
  await expect(send([])).rejects.toThrow('must be an object');
  await expect(send({ type: 'location', location }, 'Halo')).rejects.toThrow('leave out the text');
  expect((await ctx.pool.query('select type from messages')).rows).toEqual([{ type: 'location' }]);
});

test('message list finds messages of an account by its filters, over several pages', async () => {
  const { ctx, device, kurir } = await shop();
  const failed = { status: 'failed', error_code: 'not_on_whatsapp' } as const;
  await insertMessages(
    ctx,
    device,
    Array.from({ length: 450 }, (_, n) => ({
      public_id: n + 1,
      ...(n % 2 === 0 ? failed : { status: 'sent' as const }),
    })),
  );

  const found = await kurir('list', '--status', 'failed', '--since', '2020-01-01', '--limit', '1000');

  expect(found).toHaveLength(225);
  expect(found).toMatchObject({ 0: { id: 449, status: 'failed', error: 'not_on_whatsapp' } });
  await expect(kurir('list', '--status', 'lost')).rejects.toThrow('Allowed choices');
});
