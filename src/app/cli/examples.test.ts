import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandProcess } from '../../../test/harness/command-process.ts';
import { isLong } from '../../../test/harness/long.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { EXAMPLES } from './examples.ts';

/** In an order in which each finds what it needs. */
const GROUPS = [
  [
    'sandbox phone',
    'device',
    'device pair',
    'device list',
    'status',
    'message',
    'message send',
    'message list',
  ],
  [
    'sandbox messages',
    'sandbox send',
    'sandbox answer',
    'sandbox read',
    'sandbox location',
    'sandbox contact',
    'sandbox sticker',
  ],
  [
    'sandbox reply',
    'sandbox ad',
    'sandbox react',
    'sandbox edit',
    'sandbox delete',
    'sandbox poll',
    'sandbox vote',
  ],
  ['sandbox scan', 'sandbox', 'device qr', 'sandbox code'],
  ['account list', 'account set', 'account set-plan', 'plan', 'plan list', 'plan set', 'key', 'key create'],
  ['rate import', 'rate', 'rate list'],
  [
    'user',
    'user create',
    'user list',
    'user disable',
    'user enable',
    'user reset',
    'user operator',
    'user log-in-link',
  ],
  [
    'key list',
    'key revoke',
    'webhook',
    'webhook list',
    'webhook test',
    'webhook deliveries',
    'webhook attempts',
  ],
  ['webhook replay', 'webhook enable', 'webhook rotate-secret', 'webhook remove'],
  ['broadcast list', 'broadcast pause', 'broadcast resume', 'broadcast', 'broadcast cancel'],
  [
    'key-ring',
    'key-ring status',
    'key-ring rotate',
    'audit',
    'audit list',
    'backup record',
    'backup',
    'backup verify',
    'backup list',
    'api',
    'completion',
  ],
  ['sandbox drop', 'sandbox restore', 'sandbox logout', 'sandbox ban'],
  ['sandbox cloud number', 'sandbox cloud', 'sandbox cloud numbers', 'sandbox cloud write'],
  [
    'sandbox cloud location',
    'sandbox cloud contact',
    'sandbox cloud sticker',
    'sandbox cloud reply',
    'sandbox cloud ad',
  ],
  ['sandbox cloud react', 'sandbox cloud edit', 'sandbox cloud delete'],
  ['sandbox cloud messages', 'sandbox cloud requests', 'sandbox cloud status', 'sandbox cloud fault'],
  ['sandbox cloud faults', 'sandbox cloud heal', 'sandbox cloud token', 'sandbox cloud revoke'],
  ['sandbox cloud set', 'sandbox cloud clock', 'account create', 'account'],
  [
    'account export',
    'account import',
    'account suspend',
    'account activate',
    'account cancel',
    'backup restored',
    'stop',
  ],
];
const ORDER = GROUPS.flat();
/** Before a release all of them run. */
const RUN = isLong ? ORDER : GROUPS.slice(0, 2).flat();

/** They run until a signal, or need an empty or copied folder, an official device, a demanded passkey or CSV files. */
const NOT_RUN = [
  ...[
    '',
    'start',
    'adopt',
    'doctor',
    'sandbox passkey',
    'sandbox cloud tap',
    'sandbox cloud read',
    'assistant',
    'assistant eval',
    'restore',
    'upgrade',
    'device import',
    'device trace',
  ],
];
/** They wait for a phone that scans the QR. */
const WAITING = /^device (pair(?!.*--scan)|qr)/;

test('the examples of the help run against a gateway', { timeout: 300_000 }, async () => {
  const { start, env } = await preparedInstallation();
  const { url } = await start();
  const { run, end } = commandProcess(env);
  onTestFinished(end);
  const receiver = await startReceiver();
  const values: Record<string, string> = await writeFiles();
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
  const api = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${values.API_KEY}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 201]);
  };
  const choose = async (wanted: string) => {
    const { data } = await json('device', 'list');
    values.DEVICE_UUID = data.find(({ status }: { status: string }) => status === wanted).device_uuid;
  };
  /** What the examples of a command find. */
  const prepare: Record<string, () => Promise<unknown>> = {
    'sandbox answer': () => choose('connected'),
    'sandbox scan': () => choose('qr_pending'),
    'sandbox code': async () => {
      values.CODE = (await json('device', 'pair', '--code', '6281100000009')).code;
    },
    'sandbox read': async () => {
      const { data } = await json('sandbox', 'messages', '6281234567890');
      values.WA_MESSAGE_ID = data.find(
        ({ direction }: { direction: string }) => direction === 'in',
      ).wa_message_id;
    },
    'sandbox edit': async () => {
      const { data } = await json('sandbox', 'messages', '6281234567890');
      values.OWN_MESSAGE_ID = data.find(
        ({ direction }: { direction: string }) => direction === 'out',
      ).wa_message_id;
    },
    'key revoke': async () => {
      values.API_KEY = (await json('key', 'create', '1')).api_key;
      values.KEY_ID = (await json('key', 'list', '1')).data[0].key_id;
    },
    'backup verify': async () => {
      const [made = ''] = await readdir(values['/srv/backups'] ?? '');
      values['/srv/backups/kurir-2026-01-31T19-00-00Z'] = join(values['/srv/backups'] ?? '', made);
    },
    webhook: () => api('/v1/webhooks', { url: receiver.url, events: ['message.status'] }),
    'broadcast list': async () => {
      for (const phone of ['6281200000001', '6281200000002']) {
        await api('/v1/contacts', { phone, name: 'A', tags: ['vip'] });
      }
      const content = { name: 'Promo', message_template: 'Halo', tags: ['vip'] };
      const pace = { delay_min_seconds: 30, delay_max_seconds: 60 };
      await api('/v1/broadcasts', { device_uuid: values.DEVICE_UUID, ...content, ...pace });
    },
  };
  const failed: object[] = [];
  const ran = new Set<string>();

  for (const path of RUN) {
    await prepare[path]?.();
    for (const example of EXAMPLES[path] ?? []) {
      // Groups show examples of their commands.
      if (ran.has(example)) continue;
      ran.add(example);
      // It writes a file into the folder of the tests, or needs an official number.
      if (/--png|--template/.test(example)) continue;
      const words: string[] = wordsOf(example).map((word) => values[word] ?? word);
      const { code, stdout, stderr } = await run(...words, ...(WAITING.test(example) ? ['--no-wait'] : []));
      if (code !== 0 || stderr !== '') failed.push({ example, code, stdout, stderr });
    }
  }

  expect(failed).toEqual([]);
  expect([...NOT_RUN, ...ORDER].toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
});

/** Files of the examples, by the name that an example has. */
async function writeFiles(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-examples-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files: Record<string, string> = {
    'faqs.csv': 'question,answer\nBerapa ongkir?,Rp15.000\nongkir berapa,Rp15.000\n',
    'rates.csv': 'market,category,valid_from,currency,amount\nIndonesia,service,2026-10-01,IDR,1.5\n',
    'place.json': JSON.stringify({ type: 'location', location: { latitude: -6.2, longitude: 106.8 } }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await mkdir(join(folder, 'backups'));
  const names = [...Object.keys(files), 'toko-maju.zip'];
  const places = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  return { ...places, '/srv/backups': join(folder, 'backups') };
}

/** The words of a line as a shell gives them to a program. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
}
