import { z } from 'zod';
import { BACKUP_SETTINGS } from './backup-settings.ts';
import { DATABASE_SETTINGS } from './database-settings.ts';
import { MEDIA_SETTINGS } from './media-settings.ts';
import { OIDC_SETTINGS, oidcConflicts } from './oidc-settings.ts';
import { isDatabaseUrl } from './platform/lib/db/database-url.ts';
import { FileSettings } from './platform/lib/file-settings.ts';
import { WEB_PORTS } from './platform/lib/guarded-fetch/addresses.ts';
import { readMailServer, senderOf } from './platform/lib/mail-server.ts';
import { isNetwork } from './platform/lib/networks.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import { WATCH_SETTINGS } from './watch-settings.ts';
import { describeWrongSettings } from './wrong-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const onOff = z.enum(['on', 'off']);
const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const THROTTLE = '7:20,30:60,90:200,600';

/** The limit per hour for numbers that were paired less than `belowDays` days ago. */
export interface ThrottleStep {
  belowDays: number;
  perHour: number;
}

/** Reads `7:20,30:60,600`: steps of rising age. The last step has no end. */
function readLadder(texts: readonly string[], issues: z.RefinementCtx): ThrottleStep[] {
  const steps = texts.map((text, n): ThrottleStep => {
    const [days, perHour] = n === texts.length - 1 ? ['Infinity', text] : text.split(':');
    return { belowDays: Number(days), perHour: /^\d{1,6}$/.test(perHour ?? '') ? Number(perHour) : 0 };
  });
  const rises = steps.every(({ belowDays }, n) => belowDays > (steps[n - 1]?.belowDays ?? 0));
  if (!rises || steps.some(({ perHour }) => perHour < 1)) {
    issues.addIssue({ code: 'custom' });
  }
  return steps;
}

export const ROLES = ['api', 'worker', 'sessions'] as const;
export type Role = (typeof ROLES)[number];

/** The source of the settings page and of `.env.example`. */
export const Settings = z.object({
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl)
    .meta({ format: 'uri' })
    .optional()
    .describe(
      'The PostgreSQL database, version 15 or newer. With several servers (`host-a:5432,host-b:5432`), Kurir uses ' +
        'the one that takes writes. Unset: an embedded PostgreSQL in the data folder.',
    ),
  KURIR_DATABASE_WAIT_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(60)
    .describe(
      'Seconds in which `./kurir start` waits for a database of DATABASE_URL that cannot be reached yet.',
    ),
  KURIR_PORT: port.default(8080).describe('Port of the HTTP API.'),
  KURIR_HOST: z.string().min(1).default('127.0.0.1').describe('Address the HTTP API listens on.'),
  KURIR_HEALTH_PORT: port
    .optional()
    .describe(
      'Port of a second server, at KURIR_HOST and without TLS, with `/healthz` and `/readyz` alone: for processes ' +
        'without the role api, and for probes that do not pass the proxy. Unset: no second server.',
    ),
  KURIR_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(3)
    .describe(
      'Seconds after SIGTERM in which `/readyz` says 503 and calls are still answered, so that load balancers ' +
        'notice the stop. `./kurir start --sandbox` waits 0 seconds.',
    ),
  KURIR_TLS_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file with the certificate of the HTTP API and its chain. With it the API speaks HTTPS. Kurir ' +
        'reads the file again after a change.',
    ),
  KURIR_TLS_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file with the private key of KURIR_TLS_CERT_FILE, without a passphrase.'),
  KURIR_DATA_DIR: z.string().min(1).default('./data').describe('Folder for all files that Kurir keeps.'),
  KURIR_ENV_FILE: z
    .string()
    .optional()
    .describe(
      'File with settings. Unset: `.env` beside `./kurir`, for `./kurir`, `npx kurir` and `npm start`. Empty: no file.',
    ),
  KURIR_ROLES: z
    .string()
    .default('api,worker,sessions')
    .transform(list)
    .pipe(z.array(z.enum(ROLES)).min(1))
    .describe('Roles of this process: api, worker, sessions.'),
  KURIR_SMALL: onOff
    .default('off')
    .describe(
      'Whether Kurir takes less memory, for servers with 512 MiB: devices run in the process of the ' +
        'gateway, and the embedded PostgreSQL has smaller caches. `./kurir start --small` turns it on.',
    ),
  KURIR_SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      'Key that encrypts stored secrets, 64 hex digits. Required with DATABASE_URL. Otherwise Kurir ' +
        'creates it once in the data folder.',
    ),
  KURIR_SECRET_KEY_OLD: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/)))
    .describe(
      'Earlier keys (comma separated) that still open secrets, until `./kurir key-ring rotate` has sealed all of ' +
        'them with KURIR_SECRET_KEY.',
    ),
  KURIR_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public URL of the API, as customers call it. Addresses of files in events begin with it.'),
  KURIR_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(list)
    .refine((texts) => texts.every(isNetwork))
    .describe(
      'Addresses and networks (CIDRs, comma separated) of your reverse proxies. Kurir believes ' +
        '`X-Forwarded-For` from them only. Unset: the address of a caller is the address of its connection.',
    ),
  KURIR_ALLOW_NETWORKS: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? undefined : list(text)))
    .refine((texts) => texts === undefined || texts.every(isNetwork))
    .describe(
      'Private networks (CIDRs, comma separated) that webhooks, media downloads and pages on the web may ' +
        'reach. Unset, with the sandbox on: loopback, for sandbox accounts only.',
    ),
  KURIR_ALLOW_PORTS: z
    .string()
    .default(WEB_PORTS.join(','))
    .transform((text) => list(text).map(Number))
    .pipe(z.array(z.int().min(1).max(65_535)).min(1))
    .describe(
      'Ports (comma separated) that webhooks, media downloads and pages on the web may reach at public ' +
        'addresses. In the networks of KURIR_ALLOW_NETWORKS all ports are open.',
    ),
  KURIR_DASHBOARD: onOff
    .default('on')
    .describe('Whether Kurir serves the dashboard at `/app`. `./kurir start --no-dashboard` turns it off.'),
  KURIR_SANDBOX: onOff
    .default('off')
    .describe('Whether Kurir runs the sandbox, its simulated phones and providers. `npm start` turns it on.'),
  KURIR_SANDBOX_PORT: port
    .optional()
    .describe('Port of the sandbox. Unset: Kurir chooses a port once and keeps it.'),
  KURIR_SANDBOX_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('URL of a running sandbox. With it, Kurir does not start its own sandbox.'),
  KURIR_SANDBOX_CONTROL_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Token that the gateway sends to the sandbox at KURIR_SANDBOX_URL. Unset: the token in the data ' +
        'folder.',
    ),
  KURIR_SANDBOX_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Token of the callers that control the sandbox. They send it as X-Sandbox-Token. Unset: Kurir creates ' +
        'it once, in the file `sandbox-token` of the data folder.',
    ),
  KURIR_SANDBOX_OPEN: z
    .enum(['0', '1'])
    .default('0')
    .describe('`1` lets programs on this machine control the sandbox without token. For test machines only.'),
  KURIR_WHATSAPP_URL: z
    .url({ protocol: /^wss?$/ })
    .default('wss://web.whatsapp.com/ws/chat')
    .describe('WhatsApp Web server for live economy devices.'),
  KURIR_WHATSAPP_VERSIONS: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(z.string().regex(/^\d+\.\d+\.\d+$/)))
    .describe(
      'WhatsApp Web client versions to announce, comma separated, in order of preference. Empty: the ' +
        'version of the library.',
    ),
  KURIR_GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://graph.facebook.com')
    .describe('Graph API for live official cloud devices, without the version.'),
  KURIR_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,3}$/)
    .default('v25.0')
    .describe('Version of the Graph API.'),
  KURIR_CLOUD_VERIFY_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Verify token for `/providers/cloud/webhook`, as entered in your app at the provider. Unset: ' +
        'Kurir refuses the verification.',
    ),
  KURIR_CLOUD_APP_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret of your app at the provider. It proves the signature of callbacks. Unset: Kurir accepts ' +
        'only callbacks for devices with an `official_app_secret`.',
    ),
  KURIR_CLOUD_MESSAGES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(80)
    .describe(
      'Maximum number of messages per second from one official cloud number. Raise it when the ' +
        'provider raises the limit of the number.',
    ),
  KURIR_CLOUD_HEALTH_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'Seconds between two checks of the access token of an official cloud device. The provider ' +
        'counts these calls.',
    ),
  KURIR_ALLOW_INSECURE_PROVIDERS: z
    .enum(['0', '1'])
    .default('0')
    .describe('`1` lets live devices use plain ws:// and http://. For tests on one machine only.'),
  ...MEDIA_SETTINGS,
  KURIR_BROADCAST_THROTTLE: z
    .string()
    .default(THROTTLE)
    .transform(list)
    .pipe(z.array(z.string()).min(1).transform(readLadder))
    .describe(
      'Maximum number of broadcast messages per hour from one economy number, by days since its ' +
        'pairing. A step is `days:maximum`, for pairings below that age. The last maximum applies to older pairings.',
    ),
  KURIR_WEBHOOK_FAILURES: z
    .enum(['attempts', 'exhausted'])
    .default('attempts')
    .describe(
      'What counts towards the failures that disable a webhook. `attempts`: every failed attempt. ' +
        '`exhausted`: a delivery whose last retry failed.',
    ),
  KURIR_WEBHOOK_HTTPS_ONLY: onOff
    .default('off')
    .describe('Whether new webhooks need an https URL. Webhooks that are registered already keep their URL.'),
  ...OIDC_SETTINGS,
  ...BACKUP_SETTINGS,
  ...WATCH_SETTINGS,
  ...RETENTION_SETTINGS,
  ...DATABASE_SETTINGS,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest severity that Kurir logs.'),
  KURIR_LOG_FORMAT: z
    .enum(['auto', 'json', 'readable'])
    .default('auto')
    .describe('Format of the log. `auto`: lines for people on a terminal, JSON elsewhere.'),
});

export type Config = z.infer<typeof Settings>;

export type Environment = Record<string, string | undefined>;

/** Of this process. */
export const fileSettings = new FileSettings(process.env);

/** One line per problem. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** The only reader of process.env. `defaults` fill unset variables. Throws InvalidConfig. */
export function loadConfig(env: Environment = process.env, defaults: Environment = {}): Config {
  const given = { ...defaults, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  const parsed = Settings.safeParse(given);
  const wrong = parsed.success ? [] : describeWrongSettings(Settings, given, parsed.error.issues);
  const problems = [...wrong, ...conflicts(given)].map(withOrigin);
  if (!parsed.success || problems.length > 0) throw new InvalidConfig(problems.join('\n'));
  return parsed.data;
}

/** The width that the user chose for a terminal: COLUMNS. */
export function readColumns(env: Environment = process.env): number | undefined {
  return /^[1-9]\d{0,3}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined;
}

/** The problem of a setting from a file begins with its line. */
function withOrigin(problem: string): string {
  const place = fileSettings.placeOf(problem.split(':', 1)[0] ?? '');
  return place === undefined ? problem : `${place}: ${problem}`;
}

/** An installation that the user named. Without one, it is `./data`. */
export function namesInstallation(env: Environment = process.env): boolean {
  return Boolean(env.DATABASE_URL || env.KURIR_DATA_DIR);
}

export function isSetting(name: string): boolean {
  return Object.hasOwn(Settings.shape, name);
}

/** Names that look like settings. Variables of the tests do not. */
export function unknownSettings(names: readonly string[] = Object.keys(process.env)): string[] {
  return names.filter((name) => /^kurir_/i.test(name) && !isSetting(name) && !name.startsWith('KURIR_TEST_'));
}

/** Adds what main found out at its start. Unknown settings stay out, because a child would warn again. */
export function childEnvironment(found: Environment): Environment {
  const unknown = new Set(unknownSettings());
  const known = Object.entries(process.env).filter(([name]) => !unknown.has(name));
  return { ...Object.fromEntries(known), ...found };
}

/** Of texts, so that they are reported together with wrong values. */
function conflicts(given: Environment): string[] {
  const problems: string[] = [];
  if (given.DATABASE_URL && !given.KURIR_SECRET_KEY) {
    problems.push(
      'KURIR_SECRET_KEY: needed with DATABASE_URL, the same on every machine. Create one: openssl ' +
        'rand -hex 32',
    );
  }
  if (given.KURIR_DATABASE_PREPARED === 'off' && given.DATABASE_URL && !given.KURIR_DATABASE_DIRECT_URL) {
    problems.push(
      'KURIR_DATABASE_DIRECT_URL: needed with KURIR_DATABASE_PREPARED=off. LISTEN and jobs do not work through a ' +
        'pooler in transaction mode. Set the address of PostgreSQL itself',
    );
  }
  if (given.KURIR_TLS_CERT_FILE && !given.KURIR_TLS_KEY_FILE) {
    problems.push('KURIR_TLS_KEY_FILE: needed with KURIR_TLS_CERT_FILE');
  }
  if (given.KURIR_TLS_KEY_FILE && !given.KURIR_TLS_CERT_FILE) {
    problems.push('KURIR_TLS_CERT_FILE: needed with KURIR_TLS_KEY_FILE');
  }
  for (const name of ['KURIR_S3_ENDPOINT', 'KURIR_S3_ACCESS_KEY_ID', 'KURIR_S3_SECRET_ACCESS_KEY']) {
    if (given.KURIR_S3_BUCKET && !given[name]) problems.push(`${name}: needed with KURIR_S3_BUCKET`);
  }
  if (given.DATABASE_URL && given.KURIR_BACKUP_TO) {
    problems.push(
      'KURIR_BACKUP_TO: not used with DATABASE_URL. Let cron run pg_dump and ./kurir backup record: docs/backups.md',
    );
  }
  if (given.KURIR_ALERT_URL && !given.KURIR_ALERT_SECRET) {
    problems.push('KURIR_ALERT_SECRET: needed with KURIR_ALERT_URL. Create one: openssl rand -hex 32');
  }
  if (given.KURIR_ALERT_EMAIL && !given.KURIR_SMTP_URL) {
    problems.push('KURIR_SMTP_URL: needed with KURIR_ALERT_EMAIL');
  }
  const mailServer = readMailServer(given.KURIR_SMTP_URL ?? '');
  if (mailServer && senderOf(mailServer, [given.KURIR_ALERT_EMAIL ?? ''])?.trim() === '') {
    problems.push('KURIR_ALERT_EMAIL: needed as the sender, unless the USER of KURIR_SMTP_URL has an @');
  }
  if (given.KURIR_S3_BUCKET && given.KURIR_MEDIA_DIR) {
    problems.push('KURIR_MEDIA_DIR: not used with KURIR_S3_BUCKET. Remove one of the two');
  }
  const isPlainAllowed = given.KURIR_ALLOW_INSECURE_PROVIDERS === '1';
  if (given.KURIR_WHATSAPP_URL?.startsWith('ws://') && !isPlainAllowed) {
    problems.push('KURIR_WHATSAPP_URL: plain ws:// needs KURIR_ALLOW_INSECURE_PROVIDERS=1');
  }
  if (given.KURIR_GRAPH_URL?.startsWith('http://') && !isPlainAllowed) {
    problems.push('KURIR_GRAPH_URL: plain http:// needs KURIR_ALLOW_INSECURE_PROVIDERS=1');
  }
  return [...problems, ...oidcConflicts(given)];
}
