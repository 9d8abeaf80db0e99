import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { CUSTOMER, openLine } from '../../../../test/harness/line.ts';
import {
  oldGateway,
  tempFolder,
  whatsmeowDatabase,
  whatsmeowRows,
} from '../../../../test/harness/moved-sessions.ts';
import { PAIRING_PARTS } from '../../../../test/harness/pairing-parts.ts';
import type { CommandOutput } from '../../../platform/lib/command.ts';
import { registerDeviceCommands } from '../commands.ts';
import { createDevice } from '../device.ts';

const line = await openLine({ cleanup: afterAll });
const { ctx, account, sandbox } = line;
const newDevice = async () =>
  (await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' })).device_uuid;
const old = (number: string) => oldGateway(sandbox, { number, customer: CUSTOMER });

/** Runs `kurir device import ...` and answers its output. */
async function run(...args: string[]): Promise<CommandOutput | undefined> {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerDeviceCommands(program, async (action) => void outputs.push(await action(ctx)), PAIRING_PARTS);
  await program.parseAsync(['device', 'import', ...args], { from: 'user' });
  return outputs[0];
}

test('the command asks to stop the old gateway first, then ends with the connected device', async () => {
  const { folder } = await old('6281100000301');
  const uuid = await newDevice();

  await expect(run(uuid, '--from', folder)).rejects.toMatchObject({
    kind: 'invalid_usage',
    message: expect.stringContaining('never start it again'),
  });
  const output = await run(uuid, '--from', folder, '--old-gateway-stopped');

  expect(output).toEqual({
    device_uuid: uuid,
    status: 'connected',
    label: 'Kasir',
    phone_number: '6281100000301',
    next: expect.stringContaining('message send'),
  });
});

test('a session that the network has removed ends the command with what happened', async () => {
  const { folder } = await old('6281100000302');
  await sandbox.post('/sandbox/numbers/6281100000302/logout');

  await expect(run(await newDevice(), '--from', folder, '--old-gateway-stopped')).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('erased'),
  });
});

test.each([
  [411, 'refused', /^The app of WhatsApp on the phone is too old .* was erased here\.$/],
  [440, 'refused', /the old gateway still runs\..* The session was erased here\.$/],
  [403, 'refused', /^WhatsApp has banned the number\.$/],
])(
  'a session that the network refuses with %i ends the command with the reason',
  async (code, kind, text) => {
    const number = `62811000003${code}`;
    const { folder } = await old(number);
    await sandbox.post(`/sandbox/numbers/${number}/faults`, { failure: `${code}` });

    await expect(run(await newDevice(), '--from', folder, '--old-gateway-stopped')).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(text),
    });
  },
);

test('one number of a database is chosen, and --no-wait ends at once', async () => {
  const [one, two] = [await old('6281100000303'), await old('6281100000304')];
  const path = join(await tempFolder(), 'whatsmeow.db');
  await writeFile(
    path,
    await whatsmeowDatabase([await whatsmeowRows(one.folder), await whatsmeowRows(two.folder)]),
  );
  const uuid = await newDevice();
  const args = [uuid, '--from', path, '--old-gateway-stopped', '--no-wait', '--json'];

  await expect(run(...args)).rejects.toMatchObject({
    code: 'session_unusable',
    message: expect.stringContaining('6281100000304'),
  });
  const output = await run(...args, '--number', '+62 811-0000-0304');

  expect(output).toEqual({ device_uuid: uuid, status: 'provisioned', reason: 'moving_in', moving_in: true });
});
