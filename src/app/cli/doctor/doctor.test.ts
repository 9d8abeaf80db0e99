import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { choosePort } from '../../../../test/harness/free-port.ts';
import { preparedInstallation } from '../../../../test/harness/prepared-installation.ts';

/** No provider is there: their checks warn at once. */
const AWAY = {
  KURIR_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
  KURIR_GRAPH_URL: 'http://127.0.0.1:9',
  KURIR_ALLOW_INSECURE_PROVIDERS: '1',
};

/** A proxy in front of the gateway that sends no protocol. */
async function proxyTo(gatewayPort: number): Promise<string> {
  const server = createServer(async (request, response) => {
    const [{ 'content-type': type = '', origin = '' }, body] = [request.headers, await request.toArray()];
    const answer = await fetch(`http://127.0.0.1:${gatewayPort}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': type, origin, 'x-forwarded-for': '192.0.2.1' },
      body: Buffer.concat(body),
    }).catch(() => null);
    response.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' });
    response.end(await answer?.text());
  });
  const port = await choosePort();
  server.listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}

test('the doctor says what is at fault and what to do, with an exit code for monitors', async () => {
  const port = await choosePort();
  const proxy = await proxyTo(port);
  const installed = await preparedInstallation({
    ...AWAY,
    KURIR_PORT: String(port),
    KURIR_PUBLIC_URL: proxy,
  });
  const ask = async () => {
    const { code, stdout } = await installed.run('doctor', '--json');
    const { data } = JSON.parse(stdout) as { data: { check: string; verdict: string; advice: string }[] };
    return { code, verdicts: Object.fromEntries(data.map(({ check, verdict }) => [check, verdict])), data };
  };

  const stopped = await ask();
  await installed.start();
  await chmod(installed.folder, 0o755);
  await chmod(installed.folder, 0o755);
  const running = await ask();

  expect(stopped.verdicts).toMatchObject({ gateway: 'warning', database: 'warning', public_url: 'fault' });
  expect(running.code).toBe(1);
  expect(running.verdicts).toMatchObject({
    ...{
      version: 'ok',
      data_folder: 'warning',
      secret_key: 'ok',
      inodes: 'ok',
      gateway: 'ok',
      database: 'ok',
    },
    ...{ migrations: 'ok', clock: 'ok', queue: 'ok', gateways: 'ok', no_backup: 'warning', dns: 'ok' },
    ...{ public_url: 'fault', whatsapp: 'warning', official_cloud: 'warning', linked_line: 'warning' },
  });
  const advice = running.data.find(({ check }) => check === 'public_url')?.advice;
  expect(advice).toContain('proxy_set_header X-Forwarded-Proto $scheme;');
});
