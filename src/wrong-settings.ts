import { z } from 'zod';
import { MIN_PASSPHRASE } from './backup-settings.ts';
import { ATTRIBUTES } from './platform/lib/db/database-url.ts';

/** Never shown or logged. URLs contain passwords. */
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'KURIR_DATABASE_DIRECT_URL',
  'KURIR_DATABASE_OWNER_URL',
  'KURIR_SECRET_KEY',
  'KURIR_SECRET_KEY_OLD',
  'KURIR_SANDBOX_CONTROL_TOKEN',
  'KURIR_SANDBOX_TOKEN',
  'KURIR_CLOUD_VERIFY_TOKEN',
  'KURIR_CLOUD_APP_SECRET',
  'KURIR_S3_ACCESS_KEY_ID',
  'KURIR_S3_SECRET_ACCESS_KEY',
  'KURIR_OIDC_CLIENT_SECRET',
  'KURIR_METRICS_TOKEN',
  // Its path is often a secret.
  'KURIR_ALERT_URL',
  'KURIR_ALERT_SECRET',
  'KURIR_SMTP_URL',
  'KURIR_BACKUP_PASSPHRASE',
]);

const DATABASE = {
  allowed: `a URL that starts with postgres://; target_session_attrs, if given, is ${ATTRIBUTES.join(', ')}`,
  example: 'postgres://user:password@127.0.0.1:5432/kurir',
};
const TOKEN = { allowed: 'at least 16 characters', example: '"$(openssl rand -hex 24)"' };

/** Beyond the schema or defaults. */
const HINTS: Readonly<Record<string, { allowed?: string; example?: string }>> = {
  DATABASE_URL: DATABASE,
  KURIR_DATABASE_DIRECT_URL: DATABASE,
  KURIR_DATABASE_OWNER_URL: DATABASE,
  KURIR_ROLES: { allowed: 'one or more of api, worker, sessions, separated by commas' },
  KURIR_SECRET_KEY: {
    allowed: '64 hex digits, in lower case',
    example: '"$(openssl rand -hex 32)" (once: keep it)',
  },
  KURIR_SECRET_KEY_OLD: { allowed: 'keys of 64 hex digits, separated by commas' },
  KURIR_PUBLIC_URL: {
    allowed: 'a URL that starts with https:// or http://',
    example: 'https://kurir.example.com',
  },
  KURIR_TRUSTED_PROXIES: {
    allowed: 'addresses or networks, separated by commas',
    example: '127.0.0.1,10.0.0.0/8',
  },
  KURIR_ALLOW_NETWORKS: { allowed: 'networks, separated by commas', example: '10.0.0.0/8,fd00::/8' },
  KURIR_ALLOW_PORTS: { allowed: 'ports from 1 to 65535, separated by commas' },
  KURIR_SANDBOX_PORT: { example: '20000' },
  KURIR_SANDBOX_URL: { allowed: 'a URL that starts with http://', example: 'http://127.0.0.1:20000' },
  KURIR_SANDBOX_CONTROL_TOKEN: TOKEN,
  KURIR_SANDBOX_TOKEN: TOKEN,
  KURIR_WHATSAPP_URL: { allowed: 'a URL that starts with wss://' },
  KURIR_WHATSAPP_VERSIONS: {
    allowed: 'versions of three numbers, separated by commas',
    example: '2.3000.1035194821',
  },
  KURIR_GRAPH_URL: { allowed: 'a URL that starts with https://' },
  KURIR_GRAPH_VERSION: { allowed: 'v and two numbers' },
  KURIR_S3_BUCKET: { allowed: 'a bucket name: 3 to 63 of a-z, 0-9, . and -', example: 'kurir-media' },
  KURIR_S3_ENDPOINT: {
    allowed: 'a URL that starts with https:// or http://',
    example: 'https://s3.ap-southeast-3.amazonaws.com',
  },
  KURIR_S3_REGION: { allowed: 'a-z, 0-9 and -' },
  KURIR_S3_PREFIX: { allowed: 'names that each end in a slash', example: 'kurir/' },
  KURIR_OIDC_ISSUER: {
    allowed: 'a URL that starts with https://',
    example: 'https://accounts.google.com',
  },
  KURIR_OIDC_NAME: { allowed: 'a name of 1 to 50 characters' },
  KURIR_METRICS_TOKEN: {
    allowed: '32 to 200 characters without spaces',
    example: '"$(openssl rand -hex 32)"',
  },
  KURIR_ALERT_EMAIL: { allowed: 'e-mail addresses with commas between them', example: 'ops@example.com' },
  KURIR_SMTP_URL: {
    allowed: 'smtps:// or smtp://, perhaps USER:PASSWORD@, and a server',
    example: 'smtps://mail.example.com',
  },
  KURIR_ALERT_URL: {
    allowed: 'a URL that starts with https:// or http://',
    example: 'https://hooks.example.com/kurir',
  },
  KURIR_ALERT_SECRET: {
    allowed: '16 to 200 characters without spaces',
    example: '"$(openssl rand -hex 32)"',
  },
  KURIR_BACKUP_PASSPHRASE: {
    allowed: `at least ${MIN_PASSPHRASE} characters`,
    example: '"$(openssl rand -hex 24)" (keep it)',
  },
  KURIR_BROADCAST_THROTTLE: { allowed: 'steps of days:maximum with rising days, then one maximum' },
};

const MAX_SHOWN = 80;
const LOGIN_IN_URL = /:\/\/[^/]*@/;
const PASSWORD_IN_URL = /:\/\/[^/]*:[^/]*@/;

interface Property {
  default?: unknown;
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

/** A line for each wrong setting: name, value, allowed values, example. */
export function describeWrongSettings(
  schema: z.ZodObject,
  given: Readonly<Record<string, string | undefined>>,
  issues: readonly z.core.$ZodIssue[],
): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const names = new Set(issues.map(({ path }) => String(path[0])));
  return [...names].map((name) => {
    const property = (properties as Record<string, Property>)[name] ?? {};
    const allowed = HINTS[name]?.allowed ?? allowedBy(property);
    const example = HINTS[name]?.example ?? property.default;
    const hint = example === undefined ? '' : `, for example ${name}=${example}`;
    return `${name}: ${shown(name, given[name] ?? '')} is not allowed. Use ${allowed}${hint}`;
  });
}

function shown(name: string, value: string): string {
  if (SECRETS.has(name) || LOGIN_IN_URL.test(value)) return 'this value';
  return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}...` : value);
}

function allowedBy({ enum: values, type, minimum, maximum }: Property): string {
  if (values) return values.join(' or ');
  return type === 'integer' ? `a whole number from ${minimum} to ${maximum}` : 'another value';
}

/** A URL is secret for its password. */
export function isSecretSetting(name: string, value: string): boolean {
  if (!SECRETS.has(name) || value === '') return false;
  return !value.includes('://') || PASSWORD_IN_URL.test(value);
}
