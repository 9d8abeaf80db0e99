import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { BUDI, openTestCloud, PHONE_ID } from '../../../sandbox/graph/test-cloud.ts';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { testConfig, testContext } from '../../../test/harness/context.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { writeGatewayFile } from '../processes/gateway-file.ts';
import { withSandboxToken } from '../processes/sandbox/sandbox-token.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { registerSandboxCommands } from './sandbox-commands.ts';

/** A sandbox behind a gateway that listens, and commands that find it by its data folder. */
async function openScene() {
  const cloud = await openTestCloud({ onEnd: afterAll });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kurir-cloud-commands-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const config = testConfig({ KURIR_DATA_DIR: dataDir, KURIR_SANDBOX: 'on' });
  // The commands read the token of the data folder.
  const ctx = await testContext({
    parts: { config: await withSandboxToken(config, silentLog) },
    cleanup: afterAll,
  });
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  sandboxRoutes(http, ctx, { url: cloud.current.url, token: CONTROL_TOKEN });
  afterAll(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  await writeGatewayFile(config, { url, fingerprint: () => null });

  const kurir = async (...words: string[]): Promise<CommandOutput> => {
    const program = new Command('kurir');
    const answers: CommandOutput[] = [];
    registerSandboxCommands(program.command('sandbox'), async (action) => {
      answers.push(await action(config));
    });
    await program.parseAsync(['sandbox', 'cloud', ...words], { from: 'user' });
    return answers[0] ?? {};
  };
  return { cloud, url, kurir };
}

const { cloud, url, kurir } = await openScene();

test('the gateway that passes a call on tells the provider where it takes webhooks', async () => {
  const status = await kurir('status');

  expect(status).toMatchObject({ callback_url: `${url}/providers/cloud/webhook` });
});

test('numbers are registered, shown, changed, and given other tokens', async () => {
  await kurir('number', '300', 'a-token', '+62 811-0000-003', 'Toko Tiga');
  const listed = await kurir('numbers');
  const changed = await kurir('set', '300', '{"state": "banned"}');
  const renewed = await kurir('token', '300', 'b-token');
  const revoked = await kurir('revoke', 'b-token');

  expect(listed).toContainEqual(
    expect.objectContaining({ phone_number_id: '300', phone_number: '628110000003' }),
  );
  expect(changed).toMatchObject({ state: 'banned' });
  expect(renewed).toMatchObject({ tokens: [{ revoked: true }, { revoked: false, token_ending: 'oken' }] });
  expect(revoked).toEqual({ numbers: 1 });
});

test('people write, tap and read, and everything can be seen', async () => {
  const { body } = await cloud.send({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Setuju?' },
      action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Ya' } }] },
    },
  });

  await kurir('write', PHONE_ID, BUDI, 'Halo');
  await kurir('tap', PHONE_ID, BUDI, body.messages[0].id, 'y');
  const read = await kurir('read', PHONE_ID, body.messages[0].id);
  const messages = await kurir('messages', PHONE_ID);
  const requests = await kurir('requests');

  expect(read).toMatchObject({ status: 'read' });
  expect(messages).toEqual([
    expect.objectContaining({ direction: 'out', text: 'Setuju?' }),
    expect.objectContaining({ direction: 'in', text: 'Halo' }),
    expect.objectContaining({ direction: 'in', type: 'interactive', text: 'Ya' }),
  ]);
  expect(requests).toContainEqual(expect.objectContaining({ call: 'messages', to: BUDI, status: 200 }));
});

test('trouble is asked for, seen and ended, and the clock moves', async () => {
  const fault = await kurir('fault', '{"code": 131056, "count": 3}');
  const listed = await kurir('faults');
  const healed = await kurir('heal');
  const clock = await kurir('clock', '25');
  const returned = await kurir('clock', 'reset');

  expect(fault).toMatchObject({ code: 131056, call: 'messages', count: 3 });
  expect(listed).toHaveLength(1);
  expect(healed).toEqual({ removed: 1 });
  expect(clock).toMatchObject({ ahead_seconds: 90_000 });
  expect(returned).toMatchObject({ ahead_seconds: 0, frozen: false });
});

test.each([
  ['text that is no JSON', ['fault', 'kebakaran']],
  ['a number that is not there', ['messages', '999']],
  ['trouble that makes no sense', ['fault', '{}']],
])('%s ends with one line', async (_name, words) => {
  await expect(kurir(...words)).rejects.toThrow(CommandError);
});
