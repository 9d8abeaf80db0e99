import { tmpdir } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { testConfig, testContext } from '../../../../test/harness/context.ts';
import { startMailServer } from '../../../../test/harness/mail-server.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import {
  LOCALHOST_CERTIFICATE,
  LOCALHOST_KEY,
  TEST_CERTIFICATE,
  TEST_KEY,
} from '../../../../test/harness/tls.ts';
import { readMailServer } from '../../../platform/lib/mail-server.ts';
import { recordBackup } from '../backups/backup.ts';
import { alertJobs, mailChannels, sendAlerts, webhookChannel } from './alerts.ts';

const PASSWORD = 'rahasia sekali';
const [ANI, BUDI] = ['ani@example.com', 'budi@example.com'];
const TLS = { key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE };
const env = { KURIR_DATA_DIR: tmpdir(), KURIR_PUBLIC_URL: 'https://kurir.example.com' };
const warned: object[] = [];
const ctx = await testContext({ env, cleanup: afterAll });
ctx.log.warn = (fields: object) => void warned.push(fields);

beforeEach(async () => {
  warned.length = 0;
  await ctx.pool.query(`delete from settings where name like 'alert%'`);
  await ctx.pool.query('delete from backups');
});

const urlOf = (port: number, host = 'localhost', scheme = 'smtp') =>
  `${scheme}://kurir%40example.com:${encodeURIComponent(PASSWORD)}@${host}:${port}`;
function channels(url: string, ...to: string[]) {
  const server = readMailServer(url);
  if (!server) throw new Error(`no mail server: ${url}`);
  return mailChannels(server, to.length > 0 ? to : [ANI]);
}

function trustLocalhost(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, LOCALHOST_CERTIFICATE, TEST_CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test('a warning arrives as a mail once when it begins and once when it ends, over TLS with a log-in', async () => {
  trustLocalhost();
  const server = await startMailServer({ isImplicit: true, tls: TLS });
  const mails = channels(urlOf(server.port, 'localhost', 'smtps'));

  await sendAlerts(ctx, ...mails);
  await sendAlerts(ctx, ...mails);
  await recordBackup(ctx, { outcome: 'done', made_at: ctx.now(), size_bytes: 1, location: null });
  await sendAlerts(ctx, ...mails);

  expect(warned).toEqual([]);
  expect(server.mails).toHaveLength(2);
  const [first = '', second = ''] = server.mails;
  expect(first).toMatch(/^From: Kurir <kurir@example\.com>$/m);
  expect(first).toMatch(/^To: ani@example\.com$/m);
  expect(first).toMatch(/^Subject: Kurir https:\/\/kurir\.example\.com; began: no_backup$/m);
  expect(first).toMatch(/^Message-ID: <alert-1-[0-9a-f]{8}@kurir\.example\.com>$/m);
  expect(first).toContain('Began: no_backup');
  expect(second).toMatch(/^Message-ID: <alert-2-[0-9a-f]{8}@kurir\.example\.com>$/m);
  expect(second).toContain('Ended: no_backup');
  expect(server.logIns[0]).toBe(`\0kurir@example.com\0${PASSWORD}`);
});

test('a server on another machine gets the mail after STARTTLS', async () => {
  trustLocalhost();
  const server = await startMailServer({ host: '127.0.0.2', tls: TLS });

  await sendAlerts(ctx, ...channels(urlOf(server.port, '127.0.0.2')));

  expect(warned).toEqual([]);
  expect([server.mails.length, server.logIns.length]).toEqual([1, 1]);
  expect(server.plain.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS']);
});

test('a mail that is refused is sent again under its id, and delays no webhook', async () => {
  const refusal = { to: 'DATA', answer: '451 Try again later' } as const;
  const server = await startMailServer({ refusal });
  const receiver = await startReceiver((_, response) => response.writeHead(204).end());
  const mails = channels(urlOf(server.port));

  await sendAlerts(ctx, ...mails, webhookChannel({ url: receiver.url, secret: 'secret-of-the-alerts' }));
  server.refusal = undefined;
  await sendAlerts(ctx, ...mails);

  expect(warned).toEqual([
    expect.objectContaining({ problem: 'EMESSAGE 451', by: 'alert_mails:ani@example.com' }),
  ]);
  expect(receiver.requests).toHaveLength(1);
  expect(server.mails.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1])).toEqual([
    expect.stringMatching(/^<alert-1-[0-9a-f]{8}@kurir\.example\.com>$/),
  ]);
});

test('an address that is refused gets the mail later, and the others do not get it again', async () => {
  const refusal = { to: `RCPT TO:<${BUDI}>`, answer: '450 Mailbox busy' } as const;
  const server = await startMailServer({ refusal });
  const mails = channels(urlOf(server.port), ANI, BUDI);
  const receivers = () => server.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]);

  await sendAlerts(ctx, ...mails);
  const first = receivers();
  server.refusal = undefined;
  await sendAlerts(ctx, ...mails);

  expect(warned).toEqual([
    expect.objectContaining({ problem: 'EENVELOPE 450', by: 'alert_mails:budi@example.com' }),
  ]);
  expect([first, receivers()]).toEqual([[ANI], [ANI, BUDI]]);
});

test('an address that is named twice gets one mail', async () => {
  const server = await startMailServer();
  const settings = { KURIR_SMTP_URL: urlOf(server.port), KURIR_ALERT_EMAIL: `${ANI}, Ani@example.com` };
  const [job] = alertJobs({ ...ctx, config: testConfig(settings) });

  await job?.run(new AbortController().signal);

  expect(server.mails).toHaveLength(1);
});

test('words of a server that repeat the password stay out of the log', async () => {
  const answer = `535 5.7.8 kurir@example.com ${PASSWORD} is wrong`;
  const server = await startMailServer({ refusal: { to: 'AUTH', answer } });

  await sendAlerts(ctx, ...channels(urlOf(server.port)));

  expect(warned).toEqual([expect.objectContaining({ problem: 'EAUTH 535' })]);
  expect(JSON.stringify(warned)).not.toContain(PASSWORD);
  expect(server.mails).toEqual([]);
});

test.each([
  ['STARTTLS is not offered', {}],
  ['its certificate is of another name', { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } }],
])('nothing of the log-in is sent to a server on another machine when %s', async (_, options) => {
  trustLocalhost();
  const server = await startMailServer({ host: '127.0.0.2', ...options });

  await sendAlerts(ctx, ...channels(urlOf(server.port, '127.0.0.2')));

  expect(warned).toHaveLength(1);
  expect([server.mails, server.logIns]).toEqual([[], []]);
  expect(server.plain.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
});

test('a certificate that no authority has signed is not trusted', async () => {
  const server = await startMailServer({ isImplicit: true, tls: TLS });

  await sendAlerts(ctx, ...channels(urlOf(server.port, 'localhost', 'smtps')));

  expect(warned).toEqual([
    expect.objectContaining({ problem: expect.stringMatching(/^ESOCKET self-signed certificate/) }),
  ]);
  expect([server.mails, server.logIns]).toEqual([[], []]);
});

test('the settings need each other, and name the jobs', () => {
  const both = { KURIR_SMTP_URL: 'smtp://localhost', KURIR_ALERT_EMAIL: 'ani@example.com, budi@example.com' };

  const config = testConfig(both);

  expect(config.KURIR_ALERT_EMAIL).toEqual([ANI, BUDI]);
  expect(alertJobs({ ...ctx, config }).map(({ name }) => name)).toEqual(['operator.alerts']);
  expect(() => testConfig({ KURIR_SMTP_URL: both.KURIR_SMTP_URL })).toThrow('KURIR_ALERT_EMAIL: ');
  expect(() => testConfig({ KURIR_ALERT_EMAIL: 'ani@example.com' })).toThrow('KURIR_SMTP_URL: ');
  expect(() => testConfig({ ...both, KURIR_ALERT_EMAIL: 'ani' })).toThrow('KURIR_ALERT_EMAIL');
});
