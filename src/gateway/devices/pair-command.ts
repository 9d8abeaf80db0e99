import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { chooseAccount, getActiveAccount } from '../../platform/accounts/choice.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { parseNumber } from '../../platform/lib/command-options.ts';
import { digitsOf, MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../platform/lib/phone.ts';
import { publicUrl } from '../../public-url.ts';
import { ENGINE_KINDS, type EngineKind, NUMBER_KINDS } from '../engines/kinds.ts';
import type { ReadSession } from '../engines/moved-session.ts';
import { chooseDevice } from './choice.ts';
import { createDevice, getDevice, isMovingIn, listDevices } from './device.ts';
import { pictureOf, requestCode } from './pairing/pairing.ts';
import {
  howToScan,
  howToType,
  pairingProblem,
  showCodeUntilConnected,
  showUntilConnected,
  type Terminal,
  waitForAnswer,
} from './pairing/pairing-screen.ts';
import { requestTypedCode } from './pairing/typed-code.ts';
import type { DeviceRow } from './store.ts';
import { viewBrief } from './view.ts';

/** Parts that only the program has. */
export interface PairingParts {
  /** Throws CommandError when no gateway can pair. */
  ready(): Promise<void>;
  /** By a simulated phone, until connected. Throws CommandError. */
  scan(deviceUuid: string, number: string): Promise<void>;
  /** Null without a terminal. */
  terminal(): Terminal | null;
  /** Of the running gateway. */
  gatewayUrl(): Promise<string | null>;
  readSession: ReadSession;
}

const QR_WAIT_MS = 30 * SECOND;
const PHONE_DIGITS = `${MIN_PHONE_DIGITS} to ${MAX_PHONE_DIGITS}`;

interface WaitOptions extends CommandOptions {
  wait: boolean;
}
interface PairOptions extends WaitOptions {
  label: string;
  account?: number;
  engine: EngineKind;
  scan?: string;
  code?: string;
}
interface QrOptions extends WaitOptions {
  account?: number;
  png?: string;
}

export function registerPairCommands(device: Command, run: CommandRunner, parts: PairingParts): void {
  withWait(device.command('pair').description('create a device and show its QR until a phone has scanned it'))
    .argument('[device]', 'its uuid: pairs this device in place of a new one')
    .option('--label <label>', 'your name for the device', 'Device')
    .option('--account <account>', 'number of the account, if there are several', parseNumber('An account'))
    .addOption(
      new Option('--engine <engine>', 'engine of the device').choices(NUMBER_KINDS).default('economy'),
    )
    .option('--scan <number>', 'sandbox only: let the simulated phone of this number scan the QR')
    .option('--code <number>', 'show a code that the phone of this number types, in place of the QR')
    .action(async (uuid: string | undefined, options: PairOptions) => {
      await parts.ready();
      await run((ctx) => pair(ctx, uuid, options, parts), options);
    });

  withWait(device.command('qr').description('show the QR of a device until a phone has scanned it'))
    .argument('[device]', 'its uuid, if several devices are not connected')
    .option('--account <account>', 'number of the account', parseNumber('An account'))
    .option('--png <file>', 'write the QR to this file as a picture, and show nothing')
    .action(async (uuid: string | undefined, options: QrOptions) => {
      await parts.ready();
      await run((ctx) => showQr(ctx, uuid, options, parts), options);
    });
}

function withWait(command: Command): Command {
  return command.option('--no-wait', 'start the pairing and end').option('--json', 'one line of JSON');
}

async function pair(
  ctx: Context,
  uuid: string | undefined,
  options: PairOptions,
  parts: PairingParts,
): Promise<CommandOutput> {
  const { label, engine, scan, code } = options;
  if (!ENGINE_KINDS[engine].pairsByQr)
    throw new CommandError(
      `Devices of ${engine} connect by access token: see docs/official-cloud.md`,
      'invalid_usage',
    );
  if (scan !== undefined && (uuid !== undefined || code !== undefined))
    throw new CommandError(
      '--scan pairs a new device by its QR: leave the uuid and --code out.',
      'invalid_usage',
    );
  if (code !== undefined) requireDigits('--code', 'of the phone that types the code', code);
  if (uuid !== undefined) {
    const { account, device } = await chosen(ctx, uuid, options);
    return showOrStart(ctx, account, device, options, parts);
  }
  const account = await chooseAccount(ctx, options.account);
  if (scan !== undefined && account.kind === 'live')
    throw new CommandError(
      `A simulated phone cannot scan for account ${account.id}, which is live. Leave --scan out.`,
      'invalid_usage',
    );
  if (scan !== undefined) return pairWithPhone(ctx, account, scan, options, parts);
  const device = await createDevice(ctx, account, { label, engine: 'economy' });
  return showOrStart(ctx, account, device, options, parts);
}

/** Else the created device would stay unpaired. */
function requireDigits(option: string, whose: string, text: string): void {
  const { length } = digitsOf(text);
  if (length < MIN_PHONE_DIGITS || length > MAX_PHONE_DIGITS)
    throw new CommandError(
      `${option} must be the number ${whose}, with ${PHONE_DIGITS} digits: 6281100000001.`,
      'invalid_usage',
    );
}

/** Repeated: the same device. `message send` would ask between two. */
async function pairWithPhone(
  ctx: Context,
  account: Caller,
  scan: string,
  options: PairOptions,
  parts: PairingParts,
): Promise<CommandOutput> {
  const { label } = options;
  const number = digitsOf(scan);
  requireDigits('--scan', 'of a simulated phone', scan);
  const isSame = (device: DeviceRow) =>
    device.status === 'connected' && device.phone_number === number && device.label === label;
  const known = (await listDevices(ctx, account)).find(isSame);
  if (known) return connected(known, options);
  const { device_uuid } = await createDevice(ctx, account, { label, engine: 'economy' });
  await requestCode(ctx, account, device_uuid);
  await parts.scan(device_uuid, scan);
  return connected(await getDevice(ctx, account, device_uuid), options);
}

async function showQr(
  ctx: Context,
  uuid: string | undefined,
  options: QrOptions,
  parts: PairingParts,
): Promise<CommandOutput> {
  const { png } = options;
  const { account, device } = await chosen(ctx, uuid, options);
  const { device_uuid } = device;
  if (png === undefined) return showOrStart(ctx, account, device, options, parts);
  const place = { device_uuid, base: await baseOf(ctx, parts) };
  const picture = await pictureOf(await codeInTime(ctx, account, place));
  // The QR links a phone with this gateway.
  await writeFile(png, picture, { mode: 0o600 });
  return { ...viewBrief(await getDevice(ctx, account, device_uuid)), png };
}

/** The given device, or the only one that is not connected. */
async function chosen(
  ctx: Context,
  uuid: string | undefined,
  { account }: { account?: number },
): Promise<{ account: Caller; device: DeviceRow }> {
  const choice = { device: uuid, account };
  const { account_id, device_uuid } = await chooseDevice(ctx, choice, ({ status }) => status !== 'connected');
  const caller = await getActiveAccount(ctx, account_id);
  const device = await getDevice(ctx, caller, device_uuid);
  if (isMovingIn(device))
    throw new CommandError(
      `An imported session connects in the device ${device_uuid}, so it needs no QR. See: ${KURIR} device list`,
      'refused',
    );
  return { account: caller, device };
}

async function showOrStart(
  ctx: Context,
  account: Caller,
  device: DeviceRow,
  options: WaitOptions & { code?: string },
  parts: PairingParts,
): Promise<CommandOutput> {
  const { device_uuid } = device;
  if (options.code !== undefined)
    return showCode(ctx, account, { ...options, device_uuid, code: options.code }, parts);
  if (!options.wait) {
    const { code } = await requestCode(ctx, account, device_uuid);
    return {
      ...viewBrief(await getDevice(ctx, account, device_uuid)),
      ...(code !== null && { qr_text: code.text }),
    };
  }
  const terminal = options.json ? null : parts.terminal();
  const base = await baseOf(ctx, parts);
  if (terminal)
    return connected(await showUntilConnected(ctx, account, device_uuid, { terminal, base }), options);
  const code = await codeInTime(ctx, account, { device_uuid, base });
  const current = await getDevice(ctx, account, device_uuid);
  const next = { next: asOneLine(howToScan(current)) };
  return { ...viewBrief(current), qr_text: code, ...(!options.json && next) };
}

/** By the code that a phone types. */
async function showCode(
  ctx: Context,
  account: Caller,
  { device_uuid, code: number, wait, json = false }: WaitOptions & { device_uuid: string; code: string },
  parts: PairingParts,
): Promise<CommandOutput> {
  const terminal = json || !wait ? null : parts.terminal();
  const base = await baseOf(ctx, parts);
  if (terminal) {
    const asked = { deviceUuid: device_uuid, number };
    return connected(await showCodeUntilConnected(ctx, account, asked, { terminal, base }), { json });
  }
  const ask = async () => (await requestTypedCode(ctx, account, device_uuid, number)).code;
  const code = wait ? await inTime(ctx, account, { device_uuid, base, what: 'code' }, ask) : await ask();
  const device = await getDevice(ctx, account, device_uuid);
  if (code === null) return viewBrief(device);
  const valid_for_seconds = Math.floor(code.validMs / SECOND);
  const next = { next: asOneLine(howToType(device, number, code.text)) };
  return { ...viewBrief(device), code: code.text, valid_for_seconds, ...(!json && next) };
}

async function baseOf({ config }: Context, { gatewayUrl }: PairingParts): Promise<string> {
  return publicUrl(config, await gatewayUrl());
}

function codeInTime(
  ctx: Context,
  account: Caller,
  place: { device_uuid: string; base: string },
): Promise<string> {
  const ask = async () => (await requestCode(ctx, account, place.device_uuid)).code?.text ?? null;
  return inTime(ctx, account, { ...place, what: 'QR' }, ask);
}

async function inTime<Code>(
  ctx: Context,
  account: Caller,
  { device_uuid, base, what }: { device_uuid: string; base: string; what: 'QR' | 'code' },
  ask: () => Promise<Code | null>,
): Promise<Code> {
  const code = await waitForAnswer(QR_WAIT_MS, ask);
  if (code !== null) return code;
  const problem = await pairingProblem({ ctx, device: await getDevice(ctx, account, device_uuid), base });
  const why = problem
    ? asOneLine(problem)
    : `Does the gateway run, and does it reach the network? ${KURIR} status`;
  throw new CommandError(`The device ${device_uuid} has no ${what} yet. ${why}`);
}

const asOneLine = (lines: readonly string[]) => lines.join(' ').replaceAll(/ +/g, ' ');

function connected(device: DeviceRow, { json }: CommandOptions): CommandOutput {
  if (device.status !== 'connected')
    throw new CommandError(
      `The phone has scanned the QR, but the device is not connected yet. See: ${KURIR} device list`,
    );
  const { device_uuid, status, label, phone_number } = device;
  const next = { next: `${KURIR} message send NUMBER "TEXT"` };
  return { device_uuid, status, label, phone_number, ...(!json && next) };
}
