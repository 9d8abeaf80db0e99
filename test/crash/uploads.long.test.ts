import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';
import { until } from '../harness/until.ts';
import { filesBelow } from '../harness/uploads.ts';
import { killsOf } from './kills.ts';
import { ALL_TAG, openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { RECOVERY_MS } from './traffic.ts';

const AT_ONCE = 200;
const FILE_BYTES = 4 * MEBIBYTE;
const KILLS = isLongSeason ? 20 : 4;
/** More than one piece of a change of many contacts. */
const CONTACTS = 3_000;
const NEW_TAG = 'pelanggan';

const scene = await openScene();
const { shop, installed } = scene;
const headers = { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'text/plain' };
const mediaFolder = join(installed.folder, 'media');

interface Sent {
  id: string;
  sha256: string;
  message: number;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const textOf = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'));

async function upload(bytes: Buffer) {
  const url = `${shop.url}/v1/media?type=document&file_name=daftar-harga.txt`;
  const { statusCode, body } = await request(url, { method: 'POST', headers, body: bytes });
  return { status: statusCode, body: (await body.json()) as { id: string; sha256: string } };
}

async function download(id: string): Promise<Buffer> {
  const { body } = await request(`${shop.url}/v1/media/${id}/file`, { headers });
  return buffer(body);
}

/** Begins an upload, and sends no more of it. */
async function stalledUpload() {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const lines = [
    'POST /v1/media HTTP/1.1',
    ...[`host: ${hostname}`, `content-length: ${FILE_BYTES}`],
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\nhalo`);
  return socket;
}

/** Some at a time, as a program does. */
async function addContacts(): Promise<void> {
  for (let first = 0; first < CONTACTS; first += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, (_, n) =>
      shop.api('POST', '/v1/contacts', { phone: String(6_281_355_500_000 + first + n), tags: [ALL_TAG] }),
    );
    await Promise.all(calls);
  }
}

const residentMiB = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${scene.gateway.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Repeats the call with its key, because a kill may take its answer. */
function sendOnce({ to, id }: { to: string; id: string }): Promise<number> {
  const fields = { device_uuid: scene.economy, to, type: 'document', media_id: id };
  const send = () =>
    shop.api('POST', '/v1/messages', fields, { 'idempotency-key': `file-${id}` }).catch(() => null);
  return until(
    async () => {
      const answer = await send();
      return answer?.status === 202 && (answer.body.id as number);
    },
    { timeoutMs: RECOVERY_MS },
  );
}

/** Uploads files and sends each one, until it is stopped. */
function startSender(to: string) {
  const sent: Sent[] = [];
  let stopping = false;
  const work = (async () => {
    while (!stopping) {
      const bytes = textOf(256 * 1024);
      const kept = await upload(bytes).catch(() => null);
      if (kept?.status !== 201) continue;
      const { id } = kept.body;
      const message = await sendOnce({ to, id });
      sent.push({ id, sha256: hashOf(bytes), message });
    }
  })();
  return {
    sent,
    async stop() {
      stopping = true;
      await work;
      return sent;
    },
  };
}

test('200 uploads at once, beside one that stalls, are kept whole in bounded memory', async () => {
  const stalled = await stalledUpload();
  await upload(textOf(FILE_BYTES));
  const before = residentMiB();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMiB());
  }, 50);

  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const bytes = textOf(FILE_BYTES);
      return { ...(await upload(bytes)), sha256: hashOf(bytes) };
    }),
  );
  clearInterval(watch);
  stalled.destroy();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(answers.map(({ body }) => body.sha256)).toEqual(answers.map(({ sha256 }) => sha256));
  // All bodies have 800 MiB.
  expect(most - before).toBeLessThan(200);
  await until(async () => (await filesBelow(join(installed.folder, 'tmp'))).length === 0);
}, 180_000);

test('kill -9 during uploads, their messages and a change of many contacts loses and doubles nothing', async () => {
  await addContacts();
  const phone = scene.newNumber();
  await shop.sandbox('POST', '/phones', { number: phone });
  const sender = startSender(phone);
  const [, kill] = killsOf(scene).find(([name]) => name === 'main') ?? [];
  const change = { action: 'tag', tags: [NEW_TAG], filter: { tag: ALL_TAG } };
  const bulk = await shop.api('POST', '/v1/contacts/bulk', change);
  expect(bulk).toMatchObject({ status: 202 });

  for (let n = 0; n < KILLS; n += 1) {
    const least = sender.sent.length + 3;
    await until(() => sender.sent.length >= least, { timeoutMs: RECOVERY_MS });
    await kill?.();
  }
  const sent = await sender.stop();

  for (const { id, sha256 } of sent) expect(hashOf(await download(id))).toBe(sha256);
  await until(async () => (await shop.phone(phone)).filter(({ sha256 }) => sha256).length >= sent.length, {
    timeoutMs: RECOVERY_MS,
    what: 'every file at the phone',
  });
  const arrived = (await shop.phone(phone)).map(({ sha256, copies }) => `${sha256} ${copies}`);
  expect(arrived.sort()).toEqual(sent.map(({ sha256 }) => `${sha256} 1`).sort());
  const path = `/v1/contacts/bulk/${bulk.body.id}`;
  await until(async () => (await shop.api('GET', path)).body.status === 'done', { timeoutMs: RECOVERY_MS });
  const tagged = await shop.api('GET', `/v1/contacts?tag=${NEW_TAG}`);
  expect(tagged.body.total).toBe(CONTACTS + scene.people.length);
  // What a dead process named, and did not store, becomes due.
  await scene.query(`update uploads set expires_at = now() - interval '1 second' where state <> 'stored'`);
  await until(
    async () => {
      const rows = await scene.query('select id from uploads');
      const known = new Set(rows.map(({ id }) => id));
      const left = (await filesBelow(mediaFolder)).map((file) => basename(file).split('.')[0]);
      return left.every((id) => known.has(id)) && rows.length === new Set(left).size;
    },
    { timeoutMs: RECOVERY_MS, what: 'as many files as rows' },
  );
}, 600_000);
