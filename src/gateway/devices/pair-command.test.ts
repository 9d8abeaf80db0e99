import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import jsqr from 'jsqr';
import { expect, onTestFinished, test } from 'vitest';
import { type TestContext, testContext } from '../../../test/harness/context.ts';
import { PAIRING_PARTS } from '../../../test/harness/pairing-parts.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { readQr } from '../../../test/harness/shop.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { registerDeviceCommands } from './commands.ts';
import { applyTrigger } from './device.ts';
import { listAllDevices } from './installation/installation.ts';
import type { PairingParts } from './pair-command.ts';
import { deletePairingCode, putPairingCode } from './pairing/pairing.ts';
import { answerTypedCode } from './pairing/typed-code.ts';
import { putDemand } from './passkey/passkey.ts';

/** Runs `kurir device ...` and answers its output. */
function commandsOn(ctx: TestContext, parts: Partial<PairingParts> = {}) {
  return async (...args: string[]) => {
    const outputs: CommandOutput[] = [];
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    registerDeviceCommands(program, async (action) => void outputs.push(await action(ctx)), {
      ...PAIRING_PARTS,
      ...parts,
    });
    await program.parseAsync(['device', ...args], { from: 'user' });
    return outputs[0];
  };
}

/** A terminal, and the QRs that a phone in front of it can read. */
function terminal(columns = 100, rows = 60) {
  const texts: string[] = [];
  const qrs: string[] = [];
  const write = (text: string) => {
    texts.push(text);
    const qr = readTerminal(text);
    if (qr !== null) qrs.push(qr);
  };
  return { screen: { columns, rows, write }, qrs: () => qrs, text: () => texts.join('') };
}

/** Two rows of a picture per line of text, 4 points per module. */
function readTerminal(text: string): string | null {
  const lines = [...text.matchAll(/231m([ ▀▄█]+)/g)].map(([, line = '']) => line);
  const rows = lines.flatMap((line) =>
    ['▀█', '▄█'].map((dark) => [...line].map((each) => dark.includes(each))),
  );
  const [width, height] = [(rows[0]?.length ?? 0) * 4, rows.length * 4];
  const points = Array.from({ length: width * height }, (_, n) =>
    rows[Math.floor(n / width / 4)]?.[Math.floor((n % width) / 4)] ? 0 : 255,
  );
  const colours = new Uint8ClampedArray(points.flatMap((shade) => [shade, shade, shade, 255]));
  return width === 0 ? null : (jsqr.default(colours, width, height)?.data ?? null);
}

/** The session of the only device shows a QR. */
async function issueQr(ctx: TestContext, code: string): Promise<number> {
  const { pool } = ctx;
  const row = async () => (await pool.query(`select id from devices where wanted = 'pair'`)).rows[0];
  await expect.poll(row).toBeTruthy();
  const { id } = await row();
  await putPairingCode(ctx, id, { code, validMs: 60_000 });
  return id;
}

const codeOf = (character: string) => `2@${character.repeat(180)}`;

test('device pair shows the QR in the terminal, and each new one, until the device is connected', async () => {
  const ctx = await testContext();
  const { screen, qrs, text } = terminal();
  const account = await insertAccount(ctx);

  const paired = commandsOn(ctx, { terminal: () => screen })('pair', '--label', 'Kasir');
  const id = await issueQr(ctx, codeOf('a'));
  await expect.poll(qrs).toEqual([codeOf('a')]);
  await issueQr(ctx, codeOf('b'));
  await expect.poll(qrs).toEqual([codeOf('a'), codeOf('b')]);
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });

  expect(await paired).toMatchObject({ label: 'Kasir', status: 'connected', phone_number: '6281100000001' });
  expect(text()).toContain('Linked devices');
  expect(text()).toMatch(/To go on later:\n {2}\S+ device qr [\da-f-]{36}\n/);
  expect(await listAllDevices(ctx)).toMatchObject([{ account_id: account.id, engine: 'economy' }]);
});

test('device pair tells why there is no QR yet, and with the QR that a linked number may be banned', async () => {
  const ctx = await testContext();
  const { screen, text } = terminal();
  await insertAccount(ctx);

  const paired = commandsOn(ctx, { terminal: () => screen })('pair');
  await expect.poll(text).toContain('Waiting for the QR');
  await ctx.pool.query(`update devices set reason = 'network_name_unresolved'`);
  await expect.poll(text).toContain('The name web.whatsapp.com cannot be resolved. Check the DNS');
  const id = await issueQr(ctx, codeOf('a'));
  await expect.poll(text).toContain('WhatsApp may ban the number.');
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });

  expect(await paired).toMatchObject({ status: 'connected' });
});

/** As a session does. */
async function demandPasskey(ctx: TestContext, id: number): Promise<void> {
  await deletePairingCode(ctx.db, id);
  await putDemand(ctx, id, { options: '{}', validMs: 60_000 });
  await ctx.pool.query(`update devices set reason = 'passkey_required'`);
}

test('device pair replaces the QR by the link of a demanded passkey', async () => {
  const ctx = await testContext();
  const { screen, text } = terminal();
  await insertAccount(ctx);

  const paired = commandsOn(ctx, { terminal: () => screen })('pair');
  const id = await issueQr(ctx, codeOf('a'));
  await expect.poll(text).toContain('Linked devices');
  await demandPasskey(ctx, id);
  await expect.poll(text).toMatch(/ {2}http:\/\/127\.0\.0\.1:8080\/passkey\/#[\da-f-]{36}\.[\w-]{43}\n/);
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });

  expect(await paired).toMatchObject({ status: 'connected' });
  expect(text()).toContain('WhatsApp asks for the passkey of the number');
  expect(text()).toContain('within 60 seconds');
});

test('device pair ends with the passkey, and starts no other pairing by itself', async () => {
  const ctx = await testContext();
  const { screen, text } = terminal();
  await insertAccount(ctx);

  const paired = commandsOn(ctx, { terminal: () => screen })('pair').catch((error) => error);
  const id = await issueQr(ctx, codeOf('a'));
  await demandPasskey(ctx, id);
  await expect.poll(text).toContain('The link is a secret.');
  await applyTrigger(ctx, id, 'pairing_ended', { reason: 'passkey_rejected' });

  expect(await paired).toMatchObject({
    message: expect.stringMatching(/^WhatsApp asked for a passkey, and refused the pairing\. Start again: /),
  });
  expect(await listAllDevices(ctx)).toMatchObject([{ status: 'provisioned' }]);
});

test('a terminal that has room for the QR alone shows the QR alone', async () => {
  const ctx = await testContext();
  const { screen, qrs, text } = terminal(80, 34);
  await insertAccount(ctx, {}, 'sandbox');

  const paired = commandsOn(ctx, { terminal: () => screen })('pair');
  const id = await issueQr(ctx, codeOf('a'));
  await expect.poll(() => qrs().length).toBe(1);
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });
  await paired;

  const page = text().slice(text().indexOf('\x1b[38;5;16'));
  expect(page.slice(0, page.lastIndexOf('\x1b[0m')).split('\n').length).toBeLessThan(34);
  expect(text()).not.toContain('The QR needs');
});

test.each([
  ['narrow', 40, 60],
  ['low', 80, 24],
])('a %s terminal gets a way to read the QR, not a broken one', async (_name, columns, rows) => {
  const ctx = await testContext();
  const { screen, qrs, text } = terminal(columns, rows);
  await insertAccount(ctx, {}, 'sandbox');

  const paired = commandsOn(ctx, { terminal: () => screen })('pair');
  const id = await issueQr(ctx, codeOf('a'));
  await expect.poll(text).toContain(`lines, this terminal has ${columns} and ${rows}.`);
  await expect.poll(text).toMatch(/^Enlarge it, or get a picture: .*--png/m);
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });
  await paired;

  expect(qrs()).toEqual([]);
  expect(text()).toMatch(/sandbox scan [\da-f-]{36} 6281100000001/);
});

test('device pair --scan lets a simulated phone scan at once', async () => {
  const ctx = await testContext();
  await insertAccount(ctx, {}, 'sandbox');
  const scan = async (uuid: string, number: string) => {
    const { rows } = await ctx.pool.query('select id, wanted from devices where device_uuid = $1', [uuid]);
    expect(rows[0].wanted).toBe('pair');
    await applyTrigger(ctx, rows[0].id, 'connected', { phoneNumber: number });
  };

  const output = await commandsOn(ctx, { scan })('pair', '--scan', '6281100000001', '--json');

  expect(output).toEqual({
    device_uuid: expect.any(String),
    status: 'connected',
    label: 'Device',
    phone_number: '6281100000001',
  });
});

test('device pair --scan again answers the device that this number has connected', async () => {
  const ctx = await testContext();
  await insertAccount(ctx, {}, 'sandbox');
  const scan = async (uuid: string, number: string) => {
    const { rows } = await ctx.pool.query('select id from devices where device_uuid = $1', [uuid]);
    await applyTrigger(ctx, rows[0].id, 'connected', { phoneNumber: number });
  };
  const kurir = commandsOn(ctx, { scan });

  const first = await kurir('pair', '--scan', '6281100000001');
  const again = await kurir('pair', '--scan', '6281100000001');
  const named = await kurir('pair', '--scan', '6281100000001', '--label', 'Gudang');

  expect(again).toEqual(first);
  expect(named).toMatchObject({ label: 'Gudang', status: 'connected' });
  expect(await listAllDevices(ctx)).toHaveLength(2);
});

test.each(['123', 'phone', '1'.repeat(16)])('device pair --scan %s creates no device', async (number) => {
  const ctx = await testContext();
  await insertAccount(ctx, {}, 'sandbox');

  await expect(commandsOn(ctx)('pair', '--scan', number)).rejects.toThrow(
    '--scan must be the number of a simulated phone, with 8 to 15 digits: 6281100000001.',
  );

  expect(await listAllDevices(ctx)).toEqual([]);
});

test('device qr finds the only device without a connection, and writes its QR as text or picture', async () => {
  const ctx = await testContext();
  const folder = await mkdtemp(join(tmpdir(), 'kurir-qr-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const account = await insertAccount(ctx);
  await insertDevice(ctx, account, { status: 'connected' });
  const { device_uuid } = await insertDevice(ctx, account, { status: 'disconnected' });
  const kurir = commandsOn(ctx);

  const asked = kurir('qr', '--json');
  await issueQr(ctx, codeOf('a'));
  const text = await asked;
  const picture = await kurir('qr', device_uuid, '--png', join(folder, 'qr.png'));

  expect(text).toEqual({ device_uuid, status: 'disconnected', qr_text: codeOf('a') });
  expect(picture).toMatchObject({ device_uuid, png: join(folder, 'qr.png') });
  const png = await readFile(join(folder, 'qr.png'));
  expect(readQr(`data:image/png;base64,${png.toString('base64')}`)).toBe(codeOf('a'));
});

test.each([['pair'], ['qr'], ['pair', '--code', '6281100000001'], ['qr', '--no-wait']])(
  'device %s of a device that moves a session in says so, and asks for nothing',
  async (command, ...options) => {
    const ctx = await testContext();
    const account = await insertAccount(ctx);
    const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });
    await ctx.pool.query(`update devices set wanted = 'connected' where id = $1`, [id]);

    await expect(commandsOn(ctx)(command, device_uuid, ...options)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('An imported session connects'),
    });

    const { rows } = await ctx.pool.query('select from device_typed_codes');
    expect(rows).toEqual([]);
  },
);

test('a choice that the command cannot make names the choices', async () => {
  const ctx = await testContext();
  const kurir = commandsOn(ctx);
  const failure = async (...args: string[]) => {
    const error = await kurir(...args).catch((reason: unknown) => reason);
    return error instanceof CommandError ? error.message : error;
  };

  const none = await failure('pair');
  const [toko, gudang] = [await insertAccount(ctx), await insertAccount(ctx, {}, 'sandbox')];
  const several = await failure('pair');
  const noDevice = await failure('qr');
  await insertDevice(ctx, toko, { status: 'provisioned', label: 'A' });
  await insertDevice(ctx, toko, { status: 'provisioned', label: 'B' });

  expect(none).toBe('There is no account yet. Create one: ./kurir account create --name NAME');
  expect(several).toBe(
    `Which account? Add --account with a number: ${toko.id} (Toko, live), ${gudang.id} (Toko, sandbox).`,
  );
  expect(noDevice).toBe('There is no device yet. Pair one: ./kurir device pair');
  expect(await failure('qr')).toMatch(/^Which device\? .*\(A, no number, provisioned\), .*\(B, /);
  expect(await failure('qr', 'nope')).toBe('There is no device nope. See all: ./kurir device list');
  const live = ['pair', '--account', `${toko.id}`];
  expect(await failure(...live, '--scan', '6281100000001')).toContain('which is live');
  expect(await failure(...live, '--engine', 'official_cloud')).toContain('docs/official-cloud.md');
});

test('without a gateway no device is created', async () => {
  const ctx = await testContext();
  await insertAccount(ctx);
  const ready = () => Promise.reject(new CommandError('No gateway runs.'));

  await expect(commandsOn(ctx, { ready })('pair')).rejects.toThrow('No gateway runs.');

  expect(await listAllDevices(ctx)).toEqual([]);
});

test('device pair --code shows the code for the phone, and what to tap, until the device is connected', async () => {
  const ctx = await testContext();
  const { screen, text } = terminal();
  const account = await insertAccount(ctx);
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });

  const paired = commandsOn(ctx, { terminal: () => screen })('pair', device_uuid, '--code', '0811-0000-0001');
  await expect.poll(text).toContain('Waiting for the code');
  const asked = () => ctx.pool.query('select asked_at from device_typed_codes where device_id = $1', [id]);
  await expect.poll(async () => (await asked()).rows.length).toBe(1);
  const [{ asked_at }] = (await asked()).rows;
  await answerTypedCode(ctx, id, asked_at, { state: 'shown', code: '4K7QZ2XA', validMs: 60_000 });
  await expect.poll(text).toContain('4K7Q-Z2XA');
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000001' });

  expect(await paired).toMatchObject({ device_uuid, status: 'connected' });
  expect(text()).toContain('WhatsApp may ban the number.');
  expect(text()).toContain('Link with phone number');
  expect(await listAllDevices(ctx)).toHaveLength(1);
});

test('a code that ended is reported with the command for another one, and a bad number asks for none', async () => {
  const ctx = await testContext();
  const { screen, text } = terminal();
  const account = await insertAccount(ctx, {}, 'sandbox');
  const { id, device_uuid } = await insertDevice(ctx, account, { status: 'provisioned' });
  const kurir = commandsOn(ctx, { terminal: () => screen });

  await expect(kurir('pair', device_uuid, '--code', '123')).rejects.toThrow('--code must be the number');
  const paired = kurir('pair', device_uuid, '--code', '6281100000001').catch((error) => error.message);
  const asked = () => ctx.pool.query('select asked_at from device_typed_codes where device_id = $1', [id]);
  await expect.poll(async () => (await asked()).rows.length).toBe(1);
  const [{ asked_at }] = (await asked()).rows;
  await answerTypedCode(ctx, id, asked_at, { state: 'shown', code: '4K7QZ2XA', validMs: 60_000 });
  await expect.poll(text).toContain('sandbox code 6281100000001 4K7Q-Z2XA');
  await applyTrigger(ctx, id, 'pairing_ended', { reason: 'qr_expired' });

  expect(await paired).toMatch(/^The code has ended\. Get another one: .* --code 6281100000001$/);
});
