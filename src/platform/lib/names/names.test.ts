import type { LookupOptions } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { choosePort } from '../../../../test/harness/free-port.ts';
import { startNameServer } from '../../../../test/harness/name-server.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { until } from '../../../../test/harness/until.ts';
import { createGuardedClient } from '../guarded-fetch/client.ts';
import { type NamesOptions, openNames } from './names.ts';

const NO_FILE = '/nowhere/resolv.conf';
const SILENT = { v4: 'silent', v6: 'silent' } as const;

async function names(records: Parameters<typeof startNameServer>[0], options: NamesOptions = {}) {
  const server = await startNameServer(records);
  const opened = openNames({ servers: [server.address], resolvFile: NO_FILE, ...options });
  onTestFinished(() => opened.close());
  return { ...opened, questions: server.questions };
}

test('a name has the addresses of both families', async () => {
  const { resolve, questions } = await names({
    'both.test': { v4: ['192.0.2.1', '192.0.2.2'], v6: ['2001:db8::1'] },
  });

  expect(await resolve('both.test')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  // One that is answered late is asked again.
  expect(new Set(questions)).toEqual(new Set(['A both.test', 'AAAA both.test']));
});

test.each([
  ['IPv4', { v4: ['192.0.2.1'] }, '192.0.2.1'],
  ['IPv6', { v6: ['2001:db8::1'] }, '2001:db8::1'],
  ['IPv4, and a server that is silent about IPv6', { v4: ['192.0.2.1'], v6: 'silent' }, '192.0.2.1'],
  ['IPv6, and a server that is silent about IPv4', { v4: 'silent', v6: ['2001:db8::1'] }, '2001:db8::1'],
] as const)('one family is enough: %s', async (_, record, address) => {
  const { resolve } = await names({ 'one.test': record });

  expect(await resolve('one.test')).toMatchObject([{ address }]);
});

test.each([
  ['that does not exist', 'missing.test', 'ENOTFOUND', {}],
  ['without addresses', 'empty.test', 'ENODATA', {}],
  ['that is none', 'a..b', 'EBADNAME', {}],
  ['whose servers are silent', 'silent.test', 'ETIMEOUT', { deadlineMs: 200 }],
])('a name %s is a failure that says why', async (_, hostname, detail, options) => {
  const { resolve } = await names({ 'empty.test': {}, 'silent.test': SILENT }, options);

  await expect(resolve(hostname)).rejects.toMatchObject({ code: 'dns_failed', detail });
});

test.each([
  ['is silent', async () => (await startNameServer({ 'any.test': SILENT, '': SILENT })).address, 'ETIMEOUT'],
  ['does not run', async () => `127.0.0.1:${await choosePort()}`, 'ECONNREFUSED'],
])('a name server that %s is a failure of the gateway', async (_, start, detail) => {
  const { resolve } = openNames({ servers: [await start()], deadlineMs: 200 });

  await expect(resolve('any.test')).rejects.toMatchObject({ code: 'name_server_silent', detail });
});

async function fileWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

test('a name of the hosts file has its addresses, and no server is asked', async () => {
  const hostsFile = await fileWith('hosts', '192.0.2.7 partner.test\n2001:db8::7 partner.test\n');
  const { resolve, questions } = await names({}, { hostsFile });

  expect(await resolve('partner.test')).toMatchObject([{ address: '192.0.2.7' }, { address: '2001:db8::7' }]);
  expect(questions).toEqual([]);
});

test.each([
  ['a short name of a Kubernetes service', 'postgres'],
  ['a service with its namespace', 'postgres.shop'],
  ['a full name with fewer dots than ndots', 'partner.test'],
  ['a full name with a final dot', 'partner.test.'],
])('%s is found as the system finds it', async (_, hostname) => {
  const resolvFile = await fileWith(
    'resolv.conf',
    'search shop.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n',
  );
  const { resolve } = await names(
    { 'postgres.shop.svc.cluster.local': { v4: ['192.0.2.1'] }, 'partner.test': { v4: ['192.0.2.1'] } },
    { resolvFile },
  );

  expect(await resolve(hostname)).toEqual([{ address: '192.0.2.1', family: 4 }]);
});

test('a name that is found nowhere fails as the name itself does', async () => {
  const resolvFile = await fileWith('resolv.conf', 'search corp.test\n');
  const { resolve, questions } = await names({ 'empty.test': {} }, { resolvFile });

  await expect(resolve('empty.test')).rejects.toMatchObject({ code: 'dns_failed', detail: 'ENODATA' });
  expect(questions).toContain('A empty.test.corp.test');
});

test('the deadline covers the whole search list', async () => {
  const resolvFile = await fileWith('resolv.conf', 'search one.test two.test\n');
  const { resolve, questions } = await names({ 'api.one.test': SILENT }, { resolvFile, deadlineMs: 200 });

  await expect(resolve('api')).rejects.toMatchObject({ detail: 'ETIMEOUT' });
  expect(questions).not.toContain('A api.two.test');
});

test('a socket gets the addresses of the family that it asks for', async () => {
  const { lookup } = await names({ 'both.test': { v4: ['192.0.2.1'], v6: ['2001:db8::1'] } });
  const ask = (options: LookupOptions) =>
    new Promise((resolve) =>
      lookup('both.test', options, (error, found) => resolve(error?.message ?? found)),
    );

  expect(await ask({})).toBe('192.0.2.1');
  expect(await ask({ family: 6 })).toBe('2001:db8::1');
  expect(await ask({ all: true, family: 'IPv4' })).toEqual([{ address: '192.0.2.1', family: 4 }]);
});

test('names that hang delay no other names, and take no thread', async () => {
  const hanging = Array.from({ length: 20 }, (_, n) => `hanging-${n}.test`);
  const { resolve, close, questions } = await names({
    'quick.test': { v4: ['192.0.2.1'] },
    ...Object.fromEntries(hanging.map((name) => [name, SILENT])),
  });
  let ended = 0;
  const asked = hanging.map((name) => resolve(name).finally(() => (ended += 1)));
  await until(() => questions.length >= 2 * hanging.length);

  const quick = [await resolve('quick.test'), await resolve('localhost')];
  const meanwhile = { ended, threads: process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap') };
  close();

  expect(quick).toMatchObject([[{ address: '192.0.2.1' }], [{ family: 4 }]]);
  expect(meanwhile).toEqual({ ended: 0, threads: false });
  for (const outcome of await Promise.allSettled(asked)) expect(outcome.status).toBe('rejected');
});

test('a request goes where the name servers say, and all they say is judged', async () => {
  const receiver = await startReceiver();
  const server = await startNameServer({
    'hook.test': { v4: ['127.0.0.1'] },
    'mixed.test': { v4: ['127.0.0.1'], v6: ['fd00::1'] },
  });
  const client = createGuardedClient({ allowNetworks: ['127.0.0.1'], nameServers: [server.address] });
  onTestFinished(() => client.close());
  const post = (hostname: string) =>
    client.post(`http://${hostname}:${receiver.port}/`, { headers: {}, body: Buffer.from('{}') });

  expect(await post('hook.test')).toMatchObject({ status: 200 });
  expect(await post('mixed.test')).toMatchObject({ error: 'blocked_address' });
  expect(await post('missing.test')).toMatchObject({
    error: 'dns_failed',
    message: 'The host name could not be resolved. (ENOTFOUND)',
  });
  expect(receiver.requests).toHaveLength(1);
});

test('requests to names that hang hold no thread of the process', async () => {
  const server = await startNameServer({ 'hanging.test': SILENT });
  const client = createGuardedClient({ allowNetworks: [], nameServers: [server.address] });
  const outcome = client.post('http://hanging.test/', { headers: {}, body: Buffer.from('{}') });
  await until(() => server.questions.length >= 2);

  const threads = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  await client.close();

  expect(threads).toBe(false);
  expect(await outcome).toMatchObject({ error: expect.stringMatching(/^(aborted|dns_failed)$/) });
});
