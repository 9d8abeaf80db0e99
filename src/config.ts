import { z } from 'zod';
import { isNetwork, WEB_PORTS } from './lib/guarded-fetch/addresses.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const onOff = z.enum(['on', 'off']);
const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const mebibytes = (most: number) => z.coerce.number().int().min(1).max(most);

/** So many in any hour while something is younger than so many days. */
export interface ThrottleStep {
  belowDays: number;
  perHour: number;
}

/** Reads `7:20,30:60,600`: steps of rising age, the last one without an end. */
function readLadder(texts: readonly string[], issues: z.RefinementCtx): ThrottleStep[] {
  const steps = texts.map((text, n): ThrottleStep => {
    const [days, perHour] = n === texts.length - 1 ? ['Infinity', text] : text.split(':');
    return { belowDays: Number(days), perHour: /^\d{1,6}$/.test(perHour ?? '') ? Number(perHour) : 0 };
  });
  const rises = steps.every(({ belowDays }, n) => belowDays > (steps[n - 1]?.belowDays ?? 0));
  if (!rises || steps.some(({ perHour }) => perHour < 1)) {
    issues.addIssue({ code: 'custom', message: 'steps look like 7:20,30:60,90:200,600' });
  }
  return steps;
}

export const ROLES = ['api', 'worker', 'sessions'] as const;
export type Role = (typeof ROLES)[number];

/** Every setting with its meaning; the settings page and `.env.example` are generated from this. */
export const Settings = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer to use. Unset: an embedded PostgreSQL in the data folder.'),
  KURIR_PORT: port.default(8080).describe('Port of the HTTP API.'),
  KURIR_HOST: z.string().min(1).default('127.0.0.1').describe('Address the HTTP API listens on.'),
  KURIR_DATA_DIR: z.string().min(1).default('./data').describe('Folder for everything that is kept on disk.'),
  KURIR_ROLES: z
    .string()
    .default('api,worker,sessions')
    .transform(list)
    .pipe(z.array(z.enum(ROLES)).min(1))
    .describe('What this process does: api, worker, sessions.'),
  KURIR_SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits: openssl rand -hex 32')
    .optional()
    .describe(
      'Key that encrypts secrets at rest, 64 hex digits. Needed with DATABASE_URL; else made once in the data folder.',
    ),
  KURIR_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address under which customers reach the API.'),
  KURIR_ALLOW_NETWORKS: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? undefined : list(text)))
    .refine(
      (texts) => texts === undefined || texts.every(isNetwork),
      'networks look like 10.0.0.0/8 or fd00::/8',
    )
    .describe(
      'CIDRs that webhooks and media may reach although private, comma separated. Unset with the sandbox on: loopback, but not for the media of live devices.',
    ),
  KURIR_ALLOW_PORTS: z
    .string()
    .default(WEB_PORTS.join(','))
    .transform((text) => list(text).map(Number))
    .pipe(z.array(z.int().min(1).max(65_535)).min(1))
    .describe(
      'Ports that webhooks and media may reach at public addresses, comma separated. In the networks of KURIR_ALLOW_NETWORKS all are open.',
    ),
  KURIR_SANDBOX: onOff
    .default('off')
    .describe('Whether the sandbox (phone network on this machine) runs; `npm start` turns it on.'),
  KURIR_SANDBOX_PORT: port.optional().describe('Port of the sandbox. Unset: chosen once and kept.'),
  KURIR_SANDBOX_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('A sandbox that already runs, instead of starting one.'),
  KURIR_SANDBOX_CONTROL_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'What the sandbox at KURIR_SANDBOX_URL wants to hear from the gateway. Unset: the one in the data folder.',
    ),
  KURIR_SANDBOX_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Lets callers from other machines control the sandbox (X-Sandbox-Token).'),
  KURIR_WHATSAPP_URL: z
    .url({ protocol: /^wss?$/ })
    .default('wss://web.whatsapp.com/ws/chat')
    .describe('WhatsApp Web server that live economy devices connect to.'),
  KURIR_WHATSAPP_VERSIONS: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(z.string().regex(/^\d+\.\d+\.\d+$/, 'versions look like 2.3000.1035194821')))
    .describe(
      'WhatsApp Web client versions to announce, in order of preference. Empty: the version of the library.',
    ),
  KURIR_GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://graph.facebook.com')
    .describe('Graph API that live official cloud devices talk to, without version.'),
  KURIR_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,3}$/, 'versions look like v25.0')
    .default('v25.0')
    .describe('Version of the Graph API.'),
  KURIR_CLOUD_VERIFY_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Verify token of your app at the provider, for the webhook address `/providers/cloud/webhook`. Unset: its verification is refused.',
    ),
  KURIR_CLOUD_APP_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret of your app at the provider, which signs its webhooks. Unset: only those of devices with a secret of their own are taken.',
    ),
  KURIR_CLOUD_MESSAGES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(80)
    .describe(
      'Most messages a second that one official cloud number sends; raise it when the provider allows the number more.',
    ),
  KURIR_CLOUD_HEALTH_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'How often the token of each official cloud device is checked. The provider counts these calls.',
    ),
  KURIR_ALLOW_INSECURE_PROVIDERS: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      '1 lets live devices talk to providers over plain ws:// and http://. For tests on one machine only.',
    ),
  KURIR_MEDIA_MAX_IMAGE_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of an `image` message, in MiB.'),
  KURIR_MEDIA_MAX_AUDIO_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of an `audio` message, in MiB.'),
  KURIR_MEDIA_MAX_VIDEO_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of a `video` message, in MiB.'),
  KURIR_MEDIA_MAX_DOCUMENT_MIB: mebibytes(2048)
    .default(100)
    .describe('Largest file of a `document` message, in MiB.'),
  KURIR_MEDIA_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe('The download of one `media_url` may take so long, redirects included.'),
  KURIR_BROADCAST_THROTTLE: z
    .string()
    .default('7:20,30:60,90:200,600')
    .transform(list)
    .pipe(z.array(z.string()).min(1).transform(readLadder))
    .describe(
      'Messages of broadcasts that an economy number sends in any hour, by the age of its pairing: below 7 days 20, below 30 days 60, and so on; the last number is for all older ones.',
    ),
  KURIR_WEBHOOK_FAILURES: z
    .enum(['attempts', 'exhausted'])
    .default('attempts')
    .describe(
      'What counts as one of the ten failures that disable a webhook: each failed attempt, or only a delivery whose last retry failed.',
    ),
  KURIR_DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Database connections of each process.'),
  KURIR_DATABASE_PREPARED: onOff
    .default('on')
    .describe(
      'Whether statements are prepared once per connection. `off` is for poolers in transaction mode, which share connections.',
    ),
  KURIR_DATABASE_SILENCE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(10)
    .describe('A statement without any answer from the database for so long is given up: requests get 503.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severity that is logged.'),
});

export type Config = z.infer<typeof Settings>;

export type Environment = Record<string, string | undefined>;

/** Raised with every problem of the settings at once, one per line. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

/** The only reader of process.env; `defaults` stand in for what it leaves unset. Throws InvalidConfig. */
export function loadConfig(env: Environment = process.env, defaults: Environment = {}): Config {
  const given = { ...defaults, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)) };
  const parsed = Settings.safeParse(given);
  const problems = parsed.success ? conflicts(parsed.data) : parsed.error.issues.map(describe);
  if (!parsed.success || problems.length > 0) throw new InvalidConfig(problems.join('\n'));
  return parsed.data;
}

/** The environment of a child process: ours, and what main has found out. */
export function childEnvironment(found: Environment): Environment {
  return { ...process.env, ...found };
}

function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** Settings that are fine alone and wrong together. */
function conflicts(config: Config): string[] {
  const problems: string[] = [];
  if (config.DATABASE_URL && !config.KURIR_SECRET_KEY) {
    problems.push(
      'KURIR_SECRET_KEY: needed with DATABASE_URL (openssl rand -hex 32), the same on every machine',
    );
  }
  if (config.KURIR_WHATSAPP_URL.startsWith('ws://') && config.KURIR_ALLOW_INSECURE_PROVIDERS !== '1') {
    problems.push('KURIR_WHATSAPP_URL: plain ws:// needs KURIR_ALLOW_INSECURE_PROVIDERS=1');
  }
  if (config.KURIR_GRAPH_URL.startsWith('http://') && config.KURIR_ALLOW_INSECURE_PROVIDERS !== '1') {
    problems.push('KURIR_GRAPH_URL: plain http:// needs KURIR_ALLOW_INSECURE_PROVIDERS=1');
  }
  return problems;
}
