import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { choosePort } from '../../../../test/harness/free-port.ts';
import { preparedInstallation } from '../../../../test/harness/prepared-installation.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { openShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';

const TOKEN = 'token-of-a-test-that-is-long-enough';
const [OWNER, CUSTOMER] = ['6281100000001', '6281234567890'];
const deployed = (name: string) => readFile(join(import.meta.dirname, '../../../../deploy', name), 'utf8');

/** The lines of a scrape: the value by name and labels. */
function valuesIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, series = '', value = ''] = /^(kurir_[a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [series, Number(value)];
    }),
  );
}

const namesIn = (text: string) => new Set(text.match(/\bkurir_[a-z_]+/g));

/** With the lines that a histogram has. */
function declaredIn(scrape: string): Set<string> {
  const types = [...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  );
}

test('a scrape counts a message through all processes, and has every metric of dashboard and alert rules', async () => {
  const port = await choosePort();
  const env = { KURIR_METRICS_TOKEN: TOKEN, KURIR_METRICS_PORT: String(port) };
  const installed = await preparedInstallation(env);
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  const receiver = await startReceiver();
  await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['message.status'] });
  const device = await shop.pairedDevice(OWNER);
  await shop.sandbox('POST', '/phones', { number: CUSTOMER });
  const own = `http://127.0.0.1:${port}`;
  const ask = (url: string, path: string, token = TOKEN) =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const scrape = async (url = own) => (await ask(url, '/metrics')).text();

  await shop.send(device, CUSTOMER, 'Halo');
  await shop.api('GET', '/v1/devices/unknown');

  const sent = 'kurir_message_statuses_total{process="sessions_sandbox",status="delivered",reason=""}';
  const delivered = 'kurir_webhook_attempts_total{process="main",outcome="delivered"}';
  const values = await until(
    async () => {
      const found = valuesIn(await scrape());
      return (found.get(sent) ?? 0) > 0 && (found.get(delivered) ?? 0) > 0 && found;
    },
    { what: 'the counts of all processes' },
  );
  expect(values.get('kurir_messages_accepted_total{process="main"}')).toBe(1);
  const posts = 'kurir_http_requests_total{process="main",method="POST",route="/v1/messages",status="2xx"}';
  expect(values.get(posts)).toBe(1);
  expect(values.get('kurir_http_errors_total{process="main",code="device_not_found"}')).toBe(1);
  expect(values.get('kurir_devices{engine="economy",status="connected",reason=""}')).toBe(1);
  expect(values.get('kurir_gateway_roles{role="sessions"}')).toBe(1);
  expect(values.get('kurir_memory_bytes{process="sessions_sandbox",kind="resident"}')).toBeGreaterThan(1e7);

  const text = await scrape(gateway.url);
  expect([OWNER, CUSTOMER, 'Toko', 'Halo'].filter((word) => text.includes(word))).toEqual([]);
  const rules = await deployed('prometheus-rules.yaml');
  const dashboard = await deployed('grafana-dashboard.json');
  const named = new Set([...namesIn(rules), ...namesIn(dashboard)]);
  expect([...named].filter((name) => !declaredIn(text).has(name))).toEqual([]);
  expect(parse(rules).groups[0].rules.length).toBeGreaterThan(20);
  expect(JSON.parse(dashboard).panels.length).toBeGreaterThan(20);

  const health = await ask(gateway.url, '/operator/health.json');
  expect(await health.json()).toMatchObject({
    devices: { connected: 1 },
    warnings: ['no_backup'],
    sandbox: true,
  });
  for (const url of [own, gateway.url]) {
    expect((await ask(url, '/metrics', 'wrong')).status).toBe(401);
    expect((await fetch(`${url}/operator/health.json`)).status).toBe(401);
  }
});
