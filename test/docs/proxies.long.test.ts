import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, FormData, request } from 'undici';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { MAX_FILE } from '../../src/assistant/knowledge/documents/schema.ts';
import { loadConfig } from '../../src/config.ts';
import { testContext } from '../harness/context.ts';
import { choosePort } from '../harness/free-port.ts';
import { listeningService } from '../harness/live-stream.ts';
import { insertAccount } from '../harness/rows.ts';
import { insertUser, PASSWORD } from '../harness/staff.ts';
import { OTHER_CERTIFICATE, OTHER_KEY } from '../harness/tls.ts';
import { until } from '../harness/until.ts';
import { readTree } from '../hygiene/tree.ts';
import { blocksOf } from './guide.ts';
import { playProxy, readCaddy, readNginx } from './guide-proxy.ts';

const HOST = 'kurir.example.com';
/** Not on every machine. */
const NGINX = 'nginx';
const hasNginx = spawnSync(NGINX, ['-v']).status === 0;

const documents = (await readTree()).filter(({ path }) => /^(docs\/)?[^/]+\.md$/.test(path));
const blocks = documents.flatMap(({ path, text }) => blocksOf(path, text));
const caddies = blocks.filter(({ code }) => code.includes('reverse_proxy')).map(({ code }) => code);
const [server = '', ...parts] = blocks
  .filter(({ code }) => code.includes('proxy_pass'))
  .map(({ code }) => code);
/** Where a reader puts the other blocks. */
const nginx = `${server.trimEnd().replace(/\}$/, '')}${parts.join('')}}\n`;
const ini =
  blocks.find(({ language, code }) => language === 'ini' && code.includes('KURIR_TRUSTED_PROXIES='))?.code ??
  '';

const ctx = await testContext({ cleanup: afterAll });
const ofGuide = loadConfig(
  Object.fromEntries(
    ini
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ),
);
const { KURIR_PUBLIC_URL, KURIR_TRUSTED_PROXIES } = ofGuide;
const { url } = await listeningService({
  ...ctx,
  config: { ...ctx.config, KURIR_PUBLIC_URL, KURIR_TRUSTED_PROXIES },
});
const agent = new Agent({ connect: { ca: OTHER_CERTIFICATE, servername: HOST } });
afterAll(() => agent.close());

/** Works as a browser at kurir.example.com: logs in, opens a stream, and uploads the largest document. */
async function useDashboard(base: string) {
  const { email } = await insertUser(ctx, { account: await insertAccount(ctx), role: 'owner' });
  const own = { host: HOST, origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' };
  const json = { ...own, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const call = (path: string, options: Parameters<typeof request>[1]) =>
    request(base + path, { dispatcher: agent, headers: own, ...options });

  const logIn = await call('/app/api/session', { method: 'POST', headers: json, body });
  const answer = (await logIn.body.json()) as Record<string, string>; // of the API
  if (logIn.statusCode !== 201) return { refused: `${answer.error}: ${answer.message}` };
  const cookie = String(logIn.headers['set-cookie']).split(';')[0] ?? '';
  const mine = { ...own, cookie, 'x-csrf-token': answer.csrf_token };

  const aborter = new AbortController();
  onTestFinished(() => aborter.abort());
  const stream = await call('/app/api/stream', { headers: { ...own, cookie }, signal: aborter.signal });
  stream.body.on('error', () => {}); // the end of the test
  const [first] = await once(stream.body, 'data');

  const form = new FormData();
  form.set('file', new File(['x'.repeat(MAX_FILE)], 'daftar.txt', { type: 'text/plain' }));
  const upload = await call('/app/api/knowledge/documents', { method: 'POST', headers: mine, body: form });
  await upload.body.dump();
  return {
    cookie: cookie.split('=')[0],
    stream: [stream.statusCode, String(first).length > 0],
    upload: upload.statusCode,
  };
}

const WORKS = { cookie: '__Host-kurir', stream: [200, true], upload: 202 };

test('behind the proxies of the guides staff logs in, follows a stream and uploads the largest file', async () => {
  const played = await Promise.all(
    [...caddies.map(readCaddy), readNginx(nginx)].map((one) => playProxy(one, url)),
  );
  onTestFinished(() => played.forEach(({ close }) => void close()));
  const bases = played.map((proxy) => proxy.url);

  const found = [];
  for (const base of [...bases, `${bases.at(-1)}/kurir`]) found.push(await useDashboard(base));

  expect([caddies.length, parts.length]).toEqual([1, 1]);
  const largest = ofGuide.KURIR_MEDIA_MAX_DOCUMENT_MIB * 1024 ** 2;
  expect(readNginx(nginx).filter(({ maxBody }) => maxBody <= largest)).toEqual([]);
  expect(found).toEqual([WORKS, WORKS, WORKS]);
});

test('without X-Forwarded-Proto the log-in names the missing line', async () => {
  const proxy = await playProxy(readNginx(nginx.replaceAll(/.*X-Forwarded-Proto.*\n/g, '')), url);
  onTestFinished(proxy.close);

  const { refused } = await useDashboard(proxy.url);

  expect(refused).toMatch(/^proxy_without_protocol: /);
  expect(nginx).toContain(/`(.+)`/.exec(refused ?? '')?.[1]);
});

test.skipIf(!hasNginx)('nginx itself does the same with the blocks of the guides', async () => {
  const base = await startNginx(nginx);

  const found = [await useDashboard(base), await useDashboard(`${base}/kurir`)];

  expect(found).toEqual([WORKS, WORKS]);
});

/** Gives the address. Ends with the test. */
async function startNginx(block: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-nginx-'));
  const port = await choosePort();
  await writeFile(join(folder, 'cert.pem'), OTHER_CERTIFICATE);
  await writeFile(join(folder, 'key.pem'), OTHER_KEY);
  const own = block
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replaceAll('http://127.0.0.1:8080', url);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${each};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const http = `http { access_log off; ${temporary.join(' ')}\n${own} }\n`;
  await writeFile(join(folder, 'nginx.conf'), `${user} daemon off; pid nginx.pid; events {}\n${http}`);
  const child = spawn(NGINX, ['-e', 'stderr', '-p', folder, '-c', 'nginx.conf'], { stdio: 'inherit' });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  await until(() => canConnect(port), { what: 'nginx' });
  return `https://127.0.0.1:${port}`;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
