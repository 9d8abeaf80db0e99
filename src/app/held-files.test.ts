import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN } from '../../sandbox/test-sandbox.ts';
import { useSettings } from '../../test/harness/context.ts';
import { OWNER } from '../../test/harness/line.ts';
import { fileOf } from '../../test/harness/media.ts';
import { mediaFolder } from '../../test/harness/media-folder.ts';
import { openPairedService } from '../../test/harness/service.ts';
import type { Json } from '../../test/harness/shop.ts';
import { until } from '../../test/harness/until.ts';
import { upload } from '../../test/harness/uploads.ts';
import { openDecider } from '../assistant/arbiter/decider.ts';
import { openFileStore } from '../files.ts';
import { removeUploads } from '../gateway/uploads/upload.ts';
import { DAY } from '../platform/lib/clock.ts';
import { openProducers } from './automation.ts';
import { findHeld } from './held-files.ts';

useSettings({ ...(await mediaFolder(afterAll)), KURIR_STORAGE_FLOOR_MIB: '0' });
const { line, shop, ...service } = await openPairedService();
const { api } = shop;
const { ctx, sandbox } = line;
const decider = openDecider(ctx, openProducers(ctx));
decider.start();
afterAll(() => decider.stop());
await api('PATCH', '/v1/automation', {
  ...{ debounce_seconds: 0, reply_delay: { min_seconds: 0, max_seconds: 0 } },
});

let files = 0;
/** Each with its own bytes. */
async function kept(format: 'jpeg' | 'pdf', name: string): Promise<{ id: string; bytes: Buffer }> {
  files += 1;
  const bytes = fileOf(format, 5_000 + files);
  return { bytes, id: (await upload(service, shop.apiKey, bytes, { name })).body.id };
}

/** The file that a new customer gets after this text. */
async function answerTo(text: string, number: string): Promise<{ text: string; bytes: Buffer }> {
  await sandbox.post('/sandbox/phones', { number });
  await sandbox.post(`/sandbox/phones/${number}/messages`, { to: OWNER, text });
  const found = await until(async () => {
    const messages: Json[] = await sandbox.messagesOf(number);
    return messages.find(({ direction, type }) => direction === 'in' && type !== 'text');
  });
  const url = `${sandbox.current.url}/sandbox/phones/${number}/messages/${found.wa_message_id}/media`;
  const answer = await fetch(url, { headers: { 'x-sandbox-control': CONTROL_TOKEN } });
  return { text: found.text, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const sweep = (days: number) =>
  removeUploads(
    { ...ctx, now: () => new Date(ctx.now().getTime() + days * DAY) },
    openFileStore(ctx.config),
    findHeld,
  );
const statusOf = async (id: string) => (await api('GET', `/v1/media/${id}`)).status;
const deletion = async (id: string) => (await api('DELETE', `/v1/media/${id}`)).body?.error ?? null;

/** It stays while it is named, and goes afterwards. */
async function lives(id: string, end: () => Promise<unknown>) {
  const refused = await deletion(id);
  await sweep(400);
  const during = await statusOf(id);
  await end();
  await sweep(900);
  return [refused, during, await statusOf(id)];
}

test('a rule sends an uploaded file, which stays as long as the rule', async () => {
  const menu = await kept('pdf', 'menu.pdf');
  const rule = await api('POST', '/v1/auto-replies', {
    ...{ kind: 'keyword', name: 'Menu', patterns: ['menu'] },
    replies: [{ type: 'document', media_id: menu.id.toUpperCase(), body: 'Menu kami' }],
  });

  const answer = await answerTo('menu', '6281200000031');

  expect(rule.body.replies[0]).toMatchObject({ media_url: null, media_id: menu.id });
  expect([answer.text, answer.bytes.equals(menu.bytes)]).toEqual(['Menu kami', true]);
  const end = () => api('DELETE', `/v1/auto-replies/${rule.body.id}`);
  expect(await lives(menu.id, end)).toEqual(['media_in_use', 200, 404]);
});

test('a flow sends an uploaded file, which stays as long as a version has it', async () => {
  const map = await kept('jpeg', 'peta.jpg');
  const nodes = [
    { id: 'start', type: 'start', triggers: [{ match: 'word', patterns: ['peta'] }], next: 'map' },
    { id: 'map', type: 'send_media', media_type: 'image', media_id: map.id, caption: 'Peta', next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const { id } = (await api('POST', '/v1/flows', { name: 'Peta', definition: { nodes } })).body;
  await api('POST', `/v1/flows/${id}/publish`, {});
  const [first, , last] = nodes;
  const without = { nodes: [{ ...first, next: 'end' }, last] };

  const answer = await answerTo('peta', '6281200000032');
  const simulated = await api('POST', `/v1/flows/${id}/simulate`, { messages: ['peta'] });
  await api('PATCH', `/v1/flows/${id}`, { definition: without });

  expect([answer.text, answer.bytes.equals(map.bytes)]).toEqual(['Peta', true]);
  const sent = simulated.body.entries.filter(({ event }: Json) => event === 'sent');
  expect(sent[0].details).toMatchObject({ type: 'image', media_id: map.id, body: 'Peta' });
  const end = () => api('DELETE', `/v1/flows/${id}`);
  expect(await lives(map.id, end)).toEqual(['media_in_use', 200, 404]);
});

test('a canned reply has an uploaded file, which stays as long as the reply has it', async () => {
  const price = await kept('pdf', 'harga.pdf');
  const reply = { shortcut: 'harga', title: 'Harga', body: 'Ini daftar harga kami.' };
  const { body: made } = await api('POST', '/v1/canned-replies', { ...reply, media_id: price.id });

  const renamed = await api('PATCH', `/v1/canned-replies/${made.id}`, { title: 'Daftar harga' });
  const { body: list } = await api('GET', '/v1/canned-replies');

  expect([made.media.id, renamed.body.media.file_name, list.data[0].media.id]).toEqual([
    ...[price.id, 'harga.pdf', price.id],
  ]);
  const end = () => api('PATCH', `/v1/canned-replies/${made.id}`, { media_id: null });
  expect(await lives(price.id, end)).toEqual(['media_in_use', 200, 404]);
});

test('files that do not fit, or are not there, are refused where they are named', async () => {
  const { id } = await kept('pdf', 'menu.pdf');
  const gone = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const rule = (file: object) =>
    api('POST', '/v1/auto-replies', {
      ...{ kind: 'keyword', name: 'Menu', patterns: ['menu'], replies: [{ type: 'image', ...file }] },
    });
  const flow = async (file: object) => {
    const node = { id: 'map', type: 'send_media', media_type: 'image', ...file, next: 'end' };
    const nodes = [{ id: 'start', type: 'start', next: 'map' }, node, { id: 'end', type: 'end' }];
    const made = await api('POST', '/v1/flows', { name: 'Peta', definition: { nodes } });
    return api('POST', `/v1/flows/${made.body.id}/publish`, {});
  };

  const answers = [
    await rule({ media_id: id }),
    await rule({ media_id: gone }),
    await rule({ media_id: id, media_url: 'https://example.com/a.jpg' }),
    await rule({}),
    await flow({ media_id: id }),
    await flow({ media_id: gone }),
    await flow({ media_id: id, url: 'https://example.com/a.jpg' }),
    await flow({}),
    await api('POST', '/v1/canned-replies', { shortcut: 'a', title: 'A', body: 'A', media_id: gone }),
  ];

  expect(answers.map(({ body }) => body.error ?? Object.entries(body.errors)[0]?.flat())).toEqual([
    ['replies.0.media_id', expect.stringContaining('does not fit: The file is of type application/pdf.')],
    'media_not_found',
    ['replies.0.media_url', 'cannot be combined with media_id'],
    ['replies.0.media_url', 'is required'],
    ['nodes.map.media_id', expect.stringContaining('does not fit: The file is of type application/pdf.')],
    ['nodes.map.media_id', 'is no uploaded file of this account'],
    ['nodes.map.url', 'cannot be combined with media_id'],
    ['nodes.map.url', 'is required'],
    'media_not_found',
  ]);
});

test('a rule and a deletion of its file exclude each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await kept('jpeg', 'rebutan.jpg');
    const rule = { kind: 'away', name: `Tutup ${round}`, replies: [{ type: 'image', media_id: id }] };

    const [made, deleted] = await Promise.all([
      api('POST', '/v1/auto-replies', rule),
      api('DELETE', `/v1/media/${id}`),
    ]);

    expect([201, 204]).toContain(Math.min(made.status, deleted.status));
    expect([made.status, deleted.status]).not.toEqual([201, 204]);
  }
});
