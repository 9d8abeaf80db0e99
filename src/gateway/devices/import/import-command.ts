import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../../command.ts';
import { getActiveAccount } from '../../../platform/accounts/choice.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { CommandError, type CommandOutput } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { digitsOf } from '../../../platform/lib/phone.ts';
import { chooseDevice } from '../choice.ts';
import { getDevice, isMovingIn } from '../device.ts';
import type { PairingParts } from '../pair-command.ts';
import { waitForAnswer } from '../pairing/pairing-screen.ts';
import type { DeviceRow } from '../store.ts';
import { viewWaiting } from '../view.ts';
import { type ImportContext, importSession } from './import.ts';

const MAX_WAIT_MS = 60 * SECOND;

/** One session works in one program. Two throw each other out, and the network may remove the linked device. */
const STOPPED = '--old-gateway-stopped';
const STOP_IT =
  'Stop the old gateway first, delete this session there, and never start it again with it: two programs with one ' +
  `session throw each other out. Then repeat the command with ${STOPPED}.`;

/** Why a device has no connection after its import. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  [
    'import_refused',
    'WhatsApp does not know this session any more: the phone has removed it, or the copy is old.',
  ],
  [
    'connected_elsewhere',
    'Another program uses the same session: the old gateway still runs. Stop it permanently, then import its session ' +
      'again.',
  ],
  [
    'multi_device_missing',
    'The app of WhatsApp on the phone is too old for linked devices. Update it, and pair by QR.',
  ],
  ['banned', 'WhatsApp has banned the number.'],
]);

interface ImportOptions extends CommandOptions {
  from: string;
  number?: string;
  oldGatewayStopped?: true;
  wait: boolean;
}

export function registerImportCommand(
  device: Command,
  run: CommandRunner,
  { ready, readSession }: Pick<PairingParts, 'ready' | 'readSession'>,
): void {
  device
    .command('import')
    .description('move the linked session of another gateway into a new device, without a QR')
    .argument('<device>', 'uuid of a device that was never connected')
    .requiredOption(
      '--from <path>',
      'folder with creds.json, its ZIP, a database of whatsmeow, or a JSON export',
    )
    .option('--number <number>', 'one of several numbers of a database')
    .option(STOPPED, 'the old gateway has stopped, and never runs again with this session')
    .option('--no-wait', 'end before the device is connected')
    .option('--json', 'one line of JSON')
    .action(async (uuid: string, options: ImportOptions) => {
      if (!options.oldGatewayStopped) throw new CommandError(STOP_IT, 'invalid_usage');
      await ready();
      await run((ctx) => importFrom({ ...ctx, readSession }, uuid, options), options);
    });
}

async function importFrom(
  ctx: ImportContext,
  uuid: string,
  { from, number, ...options }: ImportOptions,
): Promise<CommandOutput> {
  const { account_id, device_uuid } = await chooseDevice(ctx, { device: uuid });
  const account = await getActiveAccount(ctx, account_id);
  const phone = number === undefined ? null : digitsOf(number);
  const moving = await importSession(ctx, account, device_uuid, { path: from }, phone);
  if (!options.wait) return viewWaiting(moving);
  const look = () => getDevice(ctx, account, device_uuid);
  const settled = await waitForAnswer(MAX_WAIT_MS, async () => {
    const device = await look();
    return isMovingIn(device) ? null : device;
  });
  const device = settled ?? (await look());
  const { status, label, phone_number } = device;
  if (status !== 'connected') throw new CommandError(problemOf(device), 'refused');
  const next = { next: `${KURIR} message send NUMBER "TEXT"` };
  return { device_uuid, status, label, phone_number, ...(!options.json && next) };
}

function problemOf(device: DeviceRow): string {
  const { status, reason } = device;
  if (isMovingIn(device))
    return `WhatsApp has not taken the session yet (${reason}). Kurir tries again by itself. See: ${KURIR} device list`;
  const problem =
    PROBLEMS.get(reason ?? '') ?? `The device is ${status}${reason === null ? '' : ` (${reason})`}.`;
  return status === 'provisioned' ? `${problem} The session was erased here.` : problem;
}
