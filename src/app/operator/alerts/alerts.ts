import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from '../../../context.ts';
import { signatureHeaders } from '../../../gateway/webhooks/delivery/signature.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { PeriodicJob } from '../../../platform/lib/jobs.ts';
import { sendMail } from '../../../platform/lib/mail.ts';
import { type MailServer, readMailServer, senderOf } from '../../../platform/lib/mail-server.ts';
import { type Health, readHealth } from '../health/health.ts';
import * as store from './store.ts';

const TIMEOUT_MS = 5 * SECOND;
/** The operator chooses the address. Metadata addresses stay closed. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
const MAX_SUBJECT = 200;

interface Alert {
  event: 'operator.warnings';
  timestamp: string;
  gateway: string;
  began: readonly string[];
  ended: readonly string[];
  warnings: readonly string[];
  /** One line. */
  text: string;
}

/** Where alerts arrive. Each has its own state: one that fails delays no other, and repeats no alert there. */
export interface Channel {
  state: store.State;
  /** Null: it arrived. The number is the same for each attempt. */
  deliver(alert: Alert, number: number): Promise<string | null>;
}

/** Each minute, on one process of the installation. None without KURIR_ALERT_URL and KURIR_ALERT_EMAIL. */
export function alertJobs(ctx: Context): PeriodicJob[] {
  const { KURIR_ALERT_URL: url, KURIR_ALERT_SECRET: secret } = ctx.config;
  const { KURIR_SMTP_URL: smtpUrl, KURIR_ALERT_EMAIL: addresses = [] } = ctx.config;
  const server = readMailServer(smtpUrl ?? '');
  const channels = [
    ...(url && secret ? [webhookChannel({ url, secret })] : []),
    ...(server ? mailChannels(server, addresses) : []),
  ];
  if (channels.length === 0) return [];
  return [{ name: 'operator.alerts', cron: '* * * * *', run: () => sendAlerts(ctx, ...channels) }];
}

/**
 * Tells each channel which warnings have begun and ended since the last alert that arrived there. What does not arrive
 * is tried again at the next call; a crash after the arrival repeats it under the same id.
 */
export async function sendAlerts(ctx: Context, ...channels: readonly Channel[]): Promise<void> {
  const health = await readHealth(ctx, { isPaused: false });
  await Promise.all(channels.map((channel) => sendTo(ctx, channel, health)));
}

async function sendTo(ctx: Context, { state, deliver }: Channel, health: Health): Promise<void> {
  const { number, warnings: announced } = await store.findAnnounced(ctx.db, state);
  const warnings = warningsOf(health, announced);
  const began = warnings.filter((warning) => !announced.includes(warning));
  const ended = announced.filter((warning) => !warnings.some((each) => each === warning));
  if (began.length + ended.length === 0) return;
  const gateway = ctx.config.KURIR_PUBLIC_URL ?? hostname();
  const text = [`Kurir ${gateway}`, ...linesOf('began', began), ...linesOf('ended', ended)].join('; ');
  const timestamp = ctx.now().toISOString();
  const alert = { event: 'operator.warnings', timestamp, gateway, began, ended, warnings, text } as const;
  const problem = await deliver(alert, number + 1);
  if (problem === null) await store.saveAnnounced(ctx.db, state, { number: number + 1, warnings });
  else ctx.log.warn({ problem, by: state, began, ended }, 'alert.not_sent');
}

export const webhookChannel = (target: { url: string; secret: string }): Channel => ({
  state: 'alerts',
  deliver(alert, number) {
    const body = Buffer.from(JSON.stringify(alert));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kurir-Alerts/1',
      ...signatureHeaders(target.secret, { event_id: `alert_${number}`, body }, new Date(alert.timestamp)),
    };
    return post(target.url, { headers, body });
  },
});

/** A mail for each address: a server may take one and refuse another. */
export const mailChannels = (server: MailServer, addresses: readonly string[]): Channel[] =>
  addresses.map((to) => mailChannel(server, senderOf(server, addresses) ?? to, to));

const mailChannel = (server: MailServer, from: string, to: string): Channel => ({
  state: `alert_mails:${to.toLowerCase()}`,
  deliver: (alert, number) =>
    sendMail(server, {
      from,
      to,
      subject: alert.text.slice(0, MAX_SUBJECT),
      text: textOf(alert),
      // Two addresses can lead to one mailbox, and each has its own numbers.
      messageId: `<alert-${number}-${hashOf(to)}@${hostOf(alert.gateway)}>`,
      date: new Date(alert.timestamp),
    }),
});

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 8);

function textOf({ gateway, began, ended, warnings }: Alert): string {
  const lines = [
    ...began.map((warning) => `Began: ${warning}`),
    ...ended.map((warning) => `Ended: ${warning}`),
    warnings.length > 0 ? `Now: ${warnings.join(', ')}` : 'Now: no warnings',
  ];
  return [
    `Kurir ${gateway}`,
    '',
    ...lines,
    '',
    `See Operator, Health, in the dashboard, or: ${KURIR} doctor`,
    '',
  ].join('\n');
}

const hostOf = (gateway: string) => (URL.canParse(gateway) ? new URL(gateway).hostname : gateway);

/** A disk is that of one machine: the others that run keep what they announced. */
function warningsOf({ warnings, gateways }: Health, announced: readonly string[]): string[] {
  const low = (host: string) => `low_disk@${host}`;
  const own = warnings.map((warning) => (warning === 'low_disk' ? low(hostname()) : warning));
  const others = gateways.filter(({ host, isLost }) => !isLost && host !== hostname());
  const elsewhere = new Set(others.map(({ host }) => low(host)).filter((each) => announced.includes(each)));
  return [...own, ...elsewhere];
}

const linesOf = (word: string, warnings: readonly string[]) =>
  warnings.length > 0 ? [`${word}: ${warnings.join(', ')}`] : [];

/** Null: a 2xx answer. Alerts are too rare for a kept connection. */
async function post(
  url: string,
  request: { headers: Record<string, string>; body: Buffer },
): Promise<string | null> {
  const client = createGuardedClient({ allowNetworks: ANYWHERE, totalTimeoutMs: TIMEOUT_MS });
  try {
    const answer = await client.post(url, request);
    if ('error' in answer) return answer.message;
    return answer.status >= 200 && answer.status < 300 ? null : `status ${answer.status}`;
  } finally {
    await client.close();
  }
}
