import { hostname } from 'node:os';
import type { Context } from '../../../context.ts';
import { signatureHeaders } from '../../../gateway/webhooks/delivery/signature.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { Job } from '../../../platform/lib/jobs.ts';
import { readHealth } from '../health/health.ts';
import * as store from './store.ts';

const TIMEOUT_MS = 5 * SECOND;
/** The operator chooses the address. Metadata addresses stay closed. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

/** Each minute, on one process of the installation. None without KURIR_ALERT_URL. */
export function alertJobs(ctx: Context): Job[] {
  const { KURIR_ALERT_URL: url, KURIR_ALERT_SECRET: secret } = ctx.config;
  if (url === undefined || secret === undefined) return [];
  return [{ name: 'operator.alerts', cron: '* * * * *', run: () => sendAlerts(ctx, { url, secret }) }];
}

/**
 * Tells which warnings have begun and ended since the last alert that arrived. What does not arrive is tried again at
 * the next call; a crash after the arrival repeats it under the same id.
 */
export async function sendAlerts(ctx: Context, target: { url: string; secret: string }): Promise<void> {
  const health = await readHealth(ctx, { isPaused: false });
  const { number, warnings: announced } = await store.findAnnounced(ctx.db);
  const warnings = warningsOf(health, announced);
  const began = warnings.filter((warning) => !announced.includes(warning));
  const ended = announced.filter((warning) => !warnings.some((each) => each === warning));
  if (began.length + ended.length === 0) return;
  const at = ctx.now();
  const gateway = ctx.config.KURIR_PUBLIC_URL ?? hostname();
  const text = [`Kurir ${gateway}`, ...linesOf('began', began), ...linesOf('ended', ended)].join('; ');
  const alert = {
    event: 'operator.warnings',
    timestamp: at.toISOString(),
    gateway,
    began,
    ended,
    warnings,
    text,
  };
  const body = Buffer.from(JSON.stringify(alert));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kurir-Alerts/1',
    ...signatureHeaders(target.secret, { event_id: `alert_${number + 1}`, body }, at),
  };
  const problem = await post(target.url, { headers, body });
  if (problem === null) await store.saveAnnounced(ctx.db, { number: number + 1, warnings });
  else ctx.log.warn({ problem, began, ended }, 'alert.not_sent');
}

/** A disk is that of one machine: the others that run keep what they announced. */
function warningsOf(
  { warnings, gateways }: Awaited<ReturnType<typeof readHealth>>,
  announced: readonly string[],
): string[] {
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
