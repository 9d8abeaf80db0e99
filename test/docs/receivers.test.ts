import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signatureHeaders } from '../../src/gateway/webhooks/delivery/signature.ts';
import { readIdentity } from '../../src/inbox/entry-points/widgets/visitors/identity.ts';
import { testContext } from '../harness/context.ts';
import { choosePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { webhookAccount } from '../harness/webhook-account.ts';
import { readGuide } from './guide.ts';
import { RUNTIMES, runReceiver } from './receivers.ts';

const ctx = await testContext({ cleanup: afterAll });
const guide = await readGuide('receiving.md');
const USER = { id: 17, name: 'Budi' };
const SIGNED = { widgetId: '3c1f6b1e-5f0a-4c59-8a53-6a1c7a2d9f10', secret: 'a'.repeat(48) };
/** A busy machine builds slowly. */
const BUILD_MS = 60_000;

for (const [language, runtime] of Object.entries(RUNTIMES)) {
  const promise = `the ${language} program of the guide takes what is really signed, once, and prints person and text`;

  // Skips a language that is not installed on this machine, or not ready to build.
  test.skipIf(!runtime.ready())(promise, { timeout: BUILD_MS }, async () => {
    const code = guide.find((block) => block.language === language)?.code ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'kurir-receiver-'));
    const shop = await webhookAccount({ ctx });
    const port = await choosePort();
    const url = `http://127.0.0.1:${port}/`;
    const { secret } = await shop.register(url);
    const event_id = crypto.randomUUID();
    const from = '"from":"6281234567890"';
    const text = `{ "event":"message.received","event_id":"${event_id}",${from},"body":"Halo 👋 \\u00e9\\n  " }`;
    const change = {
      event: 'message.status',
      event_id: crypto.randomUUID(),
      to: '6281234567891',
      status: 'read',
    };
    const body = Buffer.from(text);
    const receiver = await runReceiver(runtime, code, { folder, port });
    onTestFinished(async () => {
      await receiver.stop();
      await rm(folder, { recursive: true });
    });
    const signed = signatureHeaders(secret, { event_id, body }, ctx.now());
    const post = async (bytes: Buffer, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) })).status;

    const early = await post(body, signed);
    await writeFile(join(folder, 'webhook-secret'), '');
    const empty = await post(body, { 'x-service-signature': signedWith('', body) });
    await writeFile(join(folder, 'webhook-secret'), `${secret}\n`);

    await shop.event('message.received', text);
    await shop.worker.runOnce();
    const statuses = [
      await post(body, signed),
      await post(Buffer.from(text.replace('Halo', 'Hola')), signed),
      await post(Buffer.from(JSON.stringify(JSON.parse(text))), signed),
      await post(body, { 'x-service-signature': `${signed['x-service-signature']?.slice(0, -1)}` }),
      await post(body, {}),
    ];
    const changed = Buffer.from(JSON.stringify(change));
    await post(changed, signatureHeaders(secret, { ...change, body: changed }, ctx.now()));

    // Before the registration there is no secret, and an empty one signs nothing.
    expect([early, empty]).toEqual([401, 401]);
    expect(await shop.deliveries()).toMatchObject([{ status: 'delivered' }]);
    expect(statuses).toEqual([204, 401, 401, 401, 401]);
    const printed = () => receiver.lines().filter((line) => line.includes('message.'));
    await until(() => printed().length > 1, { what: 'the lines that the program prints' });
    expect(printed()).toEqual([
      'message.received 6281234567890 "Halo 👋 é\\n  "',
      'message.status 6281234567891 "read"',
    ]);
    await receiver.stop();
    expect(receiver.lines().join('\n')).not.toContain('Traceback');
  });
}

/** Not on every machine. */
const PHP = 'php';

/** How the programs of the guide sign an identity, each with the code in a file. */
const SIGNERS = {
  js: async (file: string) => (await import(pathToFileURL(file).href)).signIdentity(USER, SIGNED),
  php: async (file: string) => {
    const user = "['id' => 17, 'name' => 'Budi']";
    const call = `include '${file}'; echo sign_identity(${user}, '${SIGNED.widgetId}', '${SIGNED.secret}');`;
    return spawnSync(PHP, ['-r', call], { encoding: 'utf8' }).stdout;
  },
};

test.for(Object.entries(SIGNERS))(
  'the %s program of the guide signs who a visitor is',
  async ([language, sign], { skip }) => {
    skip(!RUNTIMES[language]?.ready(), 'the language is not installed');
    const code = (await readGuide('widget.md')).find((block) => block.language === language)?.code ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'kurir-signer-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, language === 'js' ? 'signer.mjs' : 'signer.php');
    await writeFile(file, code);

    const token = await sign(file);

    const { secret, widgetId: widgetUuid } = SIGNED;
    const identity = readIdentity(token, { secret, widgetUuid, now: new Date() });
    expect(identity).toEqual({ userId: '17', name: 'Budi' });
  },
);

test('the quick start starts the receiver before it registers the webhook', async () => {
  const blocks = await readGuide('quick-start.md');

  const start = blocks.findIndex(({ code }) => code.includes('node receiver.mjs'));
  const registration = blocks.findIndex(({ code }) => code.includes('/v1/webhooks'));

  expect(start).toBeGreaterThan(-1);
  expect(registration).toBeGreaterThan(start);
});

test('the guide has a program for each of the four languages', () => {
  const languages = guide.map(({ language }) => language).filter((language) => language in RUNTIMES);

  expect(languages.sort()).toEqual(Object.keys(RUNTIMES).sort());
});

function signedWith(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
