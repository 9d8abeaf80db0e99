import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { DEMO_OWNER } from '../../../platform/lib/demo.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { qrModules } from '../../../platform/lib/qr/qr.ts';
import { getDevice } from '../device.ts';
import { type Demand, findDemand, PASSKEY_REQUIRED, urlOf } from '../passkey/passkey.ts';
import type { DeviceRow } from '../store.ts';
import { requestCode } from './pairing.ts';
import { requestTypedCode, type TypedCode } from './typed-code.ts';

/** The terminal of the user. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
}

const LOOK_MS = 300;
const LATE_MS = 15 * SECOND;
const HOST = 'web.whatsapp.com';
const NETWORK_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['network_name_unresolved', `The name ${HOST} cannot be resolved. Check the DNS of this machine.`],
  ['network_unreachable', `${HOST} cannot be reached. Check the internet and the firewall of this machine.`],
  [
    'network_certificate',
    `The certificate of ${HOST} is not valid. Check the clock, and whether a proxy opens TLS connections.`,
  ],
  ['network_blocked', `A proxy or firewall refuses the connection to ${HOST}. Allow web sockets to it.`],
  ['connection_timed_out', `${HOST} does not answer. Check the internet and the firewall of this machine.`],
]);
const PASSKEY_ENDS: ReadonlyMap<string, string> = new Map([
  ['passkey_timeout', 'WhatsApp asked for a passkey, and the time for it is over.'],
  ['passkey_rejected', 'WhatsApp asked for a passkey, and refused the pairing.'],
  ['passkey_cancelled', 'The pairing was cancelled on the page for the passkey.'],
]);
const UP_AND_CLEAR = (lines: number) => `\x1b[${lines}A\r\x1b[J`;
const CLEAR_SCREEN = '\x1b[H\x1b[2J\x1b[3J';

/** Where the pairing is shown. `base`: the public address of the gateway, for the link of a passkey. */
export interface Screen {
  terminal: Terminal;
  base: string;
}

/** Shows each QR until the device is connected. Throws CommandError and ApiError. */
export async function showUntilConnected(
  ctx: Context,
  account: Caller,
  deviceUuid: string,
  { terminal: screen, base }: Screen,
): Promise<DeviceRow> {
  const painter = createPainter(screen);
  const began = performance.now();
  let shown: string | null = null;
  for (let hasAskedPasskey = false; ; ) {
    const device = await getDevice(ctx, account, deviceUuid);
    if (hasAskedPasskey) requireNoEnd(device);
    if (device.status === 'connected') {
      painter.paint([]);
      return device;
    }
    if (device.status === 'banned' && shown !== null)
      throw new CommandError(
        `The network refuses this number: ${device.reason ?? 'it is banned'}.`,
        'refused',
      );
    const code = await codeOf(ctx, account, deviceUuid).catch(nullWhenConnected);
    if (code !== null && code !== shown) {
      shown = code;
      painter.paint(pageOf(code, device, screen));
    }
    hasAskedPasskey ||= device.reason === PASSKEY_REQUIRED;
    if (device.reason === PASSKEY_REQUIRED) shown = null;
    if (shown === null) painter.paint(await waitingFor({ ctx, device, base }, performance.now() - began));
    await wait(LOOK_MS);
  }
}

/** Shows the code that the phone of this number types, until the device is connected. Throws as above. */
export async function showCodeUntilConnected(
  ctx: Context,
  account: Caller,
  { deviceUuid, number }: { deviceUuid: string; number: string },
  { terminal: screen, base }: Screen,
): Promise<DeviceRow> {
  const painter = createPainter(screen);
  const began = performance.now();
  let shown: TypedCode | null = null;
  let endsAt = Number.POSITIVE_INFINITY;
  let hasAskedPasskey = false;
  for (let isAsked = false; ; isAsked = true) {
    const device = await getDevice(ctx, account, deviceUuid);
    if (hasAskedPasskey) requireNoEnd(device);
    if (device.status === 'connected') {
      painter.paint([]);
      return device;
    }
    if ((isAsked && device.wanted !== 'pair') || performance.now() > endsAt)
      throw new CommandError(
        `The code has ended. Get another one: ${KURIR} device pair ${deviceUuid} --code ${number}`,
        'refused',
      );
    // Each further ask would be a notice on the phone.
    if (shown === null) {
      shown = (await requestTypedCode(ctx, account, deviceUuid, number)).code;
      if (shown !== null) endsAt = performance.now() + shown.validMs;
    }
    const asksPasskey = device.reason === PASSKEY_REQUIRED;
    hasAskedPasskey ||= asksPasskey;
    if (asksPasskey) endsAt = Number.POSITIVE_INFINITY;
    painter.paint(
      shown === null || asksPasskey
        ? await waitingFor({ ctx, device, base }, performance.now() - began, 'code')
        : codePage(shown.text, { device, number, validMs: endsAt - performance.now() }),
    );
    await wait(LOOK_MS);
  }
}

function codePage(
  text: string,
  { device, number, validMs }: { device: DeviceRow; number: string; validMs: number },
): string[] {
  return [
    ...howToType(device, number, text),
    '',
    `  ${text}`,
    '',
    `Valid for ${Math.max(0, Math.floor(validMs / SECOND))} seconds. Ctrl-C ends the wait.`,
  ];
}

export function howToType({ network }: DeviceRow, number: string, code: string): string[] {
  if (network === 'sandbox')
    return [
      'Only simulated phones can type this code. In a second terminal:',
      `  ${KURIR} sandbox code ${number} ${code}`,
    ];
  return [
    'This way is not official: WhatsApp may ban the number.',
    'Type this code on the phone of the number:',
    '  WhatsApp > Settings (Android: the three dots) > Linked devices > Link a device > Link with phone number',
  ];
}

/** Asks again until there is an answer. Null: not in this time. Throws ApiError. */
export async function waitForAnswer<Answer>(
  forMs: number,
  ask: () => Promise<Answer | null>,
): Promise<Answer | null> {
  const deadline = performance.now() + forMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null || performance.now() >= deadline) return answer;
    await wait(LOOK_MS);
  }
}

async function codeOf(ctx: Context, account: Caller, deviceUuid: string): Promise<string | null> {
  return (await requestCode(ctx, account, deviceUuid)).code?.text ?? null;
}

/** The phone may have scanned since the last look. */
function nullWhenConnected(error: unknown): null {
  if (error instanceof ApiError && error.code === 'already_connected') return null;
  throw error;
}

/** A new pairing would ask the owner again. Throws CommandError. */
function requireNoEnd({ device_uuid, wanted, reason }: DeviceRow): void {
  const end = reason === null || wanted === 'pair' ? undefined : PASSKEY_ENDS.get(reason);
  if (end) throw new CommandError(`${end} Start again: ${KURIR} device pair ${device_uuid}`, 'refused');
}

interface Look {
  ctx: Context;
  device: DeviceRow;
  base: string;
}

async function waitingFor(look: Look, passedMs: number, what: 'QR' | 'code' = 'QR'): Promise<string[]> {
  const problem = await pairingProblem(look);
  const goesOn = look.device.reason === PASSKEY_REQUIRED ? '' : ' yet, Kurir tries again';
  if (problem !== null) return [`There is no ${what}${goesOn}.`, ...problem];
  if (passedMs < LATE_MS) return [`Waiting for the ${what} ...`];
  return [`There is no ${what} yet. Does the gateway run, and does it reach the network? ${KURIR} status`];
}

/** Why there is no QR, in lines, or null. The sandbox needs no internet. */
export async function pairingProblem({ ctx, device, base }: Look): Promise<string[] | null> {
  const { network, reason } = device;
  if (reason === PASSKEY_REQUIRED) return passkeyLines(ctx, await findDemand(ctx, device), base);
  const problem = network === 'live' && reason !== null ? NETWORK_PROBLEMS.get(reason) : undefined;
  return problem === undefined ? null : [problem];
}

function passkeyLines({ now }: Context, demand: Demand | null, base: string): string[] {
  const asks = 'WhatsApp asks for the passkey of the number before it links it.';
  if (demand === null) return [asks, 'Look at the phone: it may ask you to go on.'];
  const left = Math.max(0, Math.ceil((demand.expiresAt.getTime() - now().getTime()) / SECOND));
  return [
    asks,
    `Open this page in a browser that has the passkey, within ${left} seconds:`,
    `  ${urlOf(demand, base)}`,
    'The link is a secret. Open it only if you are linking your own number.',
  ];
}

/** Low terminals get the QR alone. */
function pageOf(code: string, device: DeviceRow, { columns, rows }: Terminal): string[] {
  const { width, lines } = drawQr(code);
  const file = `${KURIR} device qr ${device.device_uuid} --png qr.png`;
  const isFitting = width <= columns && lines.length < rows;
  const picture = isFitting
    ? lines
    : [
        `The QR needs ${width} columns and ${lines.length + 1} lines, this terminal has ${columns} and ${rows}.`,
        `Enlarge it, or get a picture: ${file}`,
      ];
  const page = [
    ...howToScan(device),
    '',
    ...picture,
    '',
    'The QR renews itself. Ctrl-C ends the wait. To go on later:',
    // A repeated `device pair` would create a second device.
    `  ${KURIR} device qr ${device.device_uuid}`,
  ];
  return isFitting && page.length >= rows ? lines : page;
}

export function howToScan({ network, device_uuid }: Pick<DeviceRow, 'network' | 'device_uuid'>): string[] {
  if (network === 'sandbox') {
    return [
      'Only simulated phones can scan this QR. In a second terminal:',
      `  ${KURIR} sandbox scan ${device_uuid} ${DEMO_OWNER}`,
    ];
  }
  return [
    'This way is not official: WhatsApp may ban the number.',
    'Scan this QR with the phone of the number:',
    '  WhatsApp > Settings (Android: the three dots) > Linked devices > Link a device',
  ];
}

/** Replaces the page of before. */
function createPainter(screen: Terminal) {
  let current: readonly string[] = [];
  return {
    paint(lines: readonly string[]): void {
      if (lines.join('\n') === current.join('\n')) return;
      const clear = current.length === 0 ? '' : clearing(current.length, screen.rows);
      screen.write(`${clear}${lines.map((line) => `${line}\n`).join('')}`);
      current = lines;
    },
  };
}

/** The cursor cannot leave the screen. */
function clearing(lines: number, rows: number): string {
  return lines < rows ? UP_AND_CLEAR(lines) : CLEAR_SCREEN;
}

/** In modules. Phones scan with less than the 4 of the standard. */
const QUIET_ZONE = 2;
/** Black on white in every colour scheme: phones need this contrast. */
const COLOURS = '\x1b[38;5;16;48;5;231m';
const RESET = '\x1b[0m';

export interface TerminalQr {
  /** In columns. */
  width: number;
  lines: string[];
}

/** Two modules per character, one above the other. */
function drawQr(code: string): TerminalQr {
  const modules = qrModules(code, 'L');
  const width = modules.size + 2 * QUIET_ZONE;
  const isDark = (row: number, column: number) => modules.isDark(row - QUIET_ZONE, column - QUIET_ZONE);
  const lines: string[] = [];
  for (let row = 0; row < width; row += 2) {
    let text = '';
    for (let column = 0; column < width; column += 1) {
      text += blockOf(isDark(row, column), isDark(row + 1, column));
    }
    lines.push(`${COLOURS}${text}${RESET}`);
  }
  return { width, lines };
}

function blockOf(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}
