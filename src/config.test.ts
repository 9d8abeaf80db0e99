import { expect, test } from 'vitest';
import { loadConfig, Settings } from './config.ts';
import { isSecretSetting } from './wrong-settings.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
};

test('one error lists every problem, one line each, with the name of the setting first', () => {
  const problems = problemsOf({ KURIR_PORT: 'http', KURIR_ROLES: 'api,cook', KURIR_SECRET_KEY: 'abc' });

  expect(problems.map((line) => line.split(':')[0])).toEqual([
    'KURIR_PORT',
    'KURIR_ROLES',
    'KURIR_SECRET_KEY',
  ]);
});

test.each([
  [
    'KURIR_PORT',
    'http',
    '"http" is not allowed. Use a whole number from 0 to 65535, for example KURIR_PORT=8080',
  ],
  ['KURIR_SANDBOX', 'yes', '"yes" is not allowed. Use on or off, for example KURIR_SANDBOX=off'],
  [
    'KURIR_GRAPH_URL',
    'x',
    '"x" is not allowed. Use a URL that starts with https://, for example KURIR_GRAPH_URL=',
  ],
  ['KURIR_BROADCAST_THROTTLE', '7', null],
  ['KURIR_BROADCAST_THROTTLE', '7:a', '"7:a" is not allowed. Use steps of days:maximum with rising days'],
  [
    'KURIR_TRUSTED_PROXIES',
    'nginx',
    '"nginx" is not allowed. Use addresses or networks, separated by commas',
  ],
])('%s=%s is named with its value, the allowed values, and an example', (name, value, text) => {
  const problems = problemsOf({ [name]: value });

  expect(problems).toEqual(text === null ? [] : [expect.stringContaining(`${name}: ${text}`)]);
});

test.each([
  ['KURIR_SECRET_KEY', 'a-secret'],
  ['KURIR_SANDBOX_TOKEN', 'a-secret'],
  ['DATABASE_URL', 'mysql://kurir:a-secret@127.0.0.1/kurir'],
  ['KURIR_PUBLIC_URL', 'ftp://kurir:a-secret@127.0.0.1'],
])('a wrong value of %s is not printed', (name, value) => {
  const [problem, ...more] = problemsOf({ [name]: value, KURIR_SECRET_KEY: value, DATABASE_URL: '' });

  expect(problem).not.toContain('a-secret');
  expect(more.join()).not.toContain('a-secret');
});

const OIDC = {
  KURIR_PUBLIC_URL: 'http://localhost:8080',
  KURIR_OIDC_ISSUER: 'http://127.0.0.1:9000',
  KURIR_OIDC_CLIENT_ID: 'kurir',
  KURIR_OIDC_CLIENT_SECRET: 'a-secret',
};

test('every setting that names a secret counts as secret', () => {
  const named = Object.keys(Settings.shape).filter((name) =>
    /TOKEN|SECRET|PASSWORD|^(KURIR_)?(DATABASE|SMTP)_.*URL$/.test(name),
  );

  expect(named.filter((name) => !isSecretSetting(name, 'a-secret'))).toEqual([]);
  expect(named).toHaveLength(14);
});

test('every wrong setting can be understood, and its example is allowed', () => {
  const everyName = Object.keys(Settings.shape);
  const bucket = {
    KURIR_S3_ACCESS_KEY_ID: 'x',
    KURIR_S3_SECRET_ACCESS_KEY: 'x',
    KURIR_S3_ENDPOINT: 'http://x',
  };
  const mail = { KURIR_ALERT_EMAIL: 'ops@example.com', KURIR_SMTP_URL: 'smtps://mail.example.com' };
  const pair = { KURIR_TLS_CERT_FILE: 'x', KURIR_TLS_KEY_FILE: 'x' };
  const optional = {
    ...{ KURIR_SECRET_KEY: '0'.repeat(64), KURIR_ALERT_SECRET: 'secret-of-alerts' },
    ...{ ...pair, ...bucket, ...OIDC, ...mail },
  };

  for (const name of everyName) {
    const [line] = problemsOf({ ...optional, [name]: '\u0000:' });
    const example = / for example \w+=([^" ]+)$/.exec(line ?? '')?.[1];
    if (line?.startsWith(`${name}: `)) expect(line).not.toContain('another value');
    if (example !== undefined) expect(problemsOf({ ...optional, [name]: example })).toEqual([]);
  }
});

const KEY = { KURIR_SECRET_KEY: '0'.repeat(64) };
const DIRECT = { KURIR_DATABASE_DIRECT_URL: 'postgres://b/kurir' };

test.each([
  ['two servers', { DATABASE_URL: 'postgres://u:p@a:5432,b:5433/kurir' }, []],
  [
    'two servers of which one takes writes',
    { DATABASE_URL: 'postgres://a,b/k?target_session_attrs=primary' },
    [],
  ],
  [
    'servers that take no writes',
    { DATABASE_URL: 'postgres://a,b/k?target_session_attrs=standby' },
    ['DATABASE_URL'],
  ],
  ['a port that is none', { DATABASE_URL: 'postgres://a:5432,b:x/kurir' }, ['DATABASE_URL']],
  [
    'a pooler alone',
    { DATABASE_URL: 'postgres://a/kurir', KURIR_DATABASE_PREPARED: 'off' },
    ['KURIR_DATABASE_DIRECT_URL'],
  ],
  [
    'a pooler and its server',
    { DATABASE_URL: 'postgres://a/kurir', KURIR_DATABASE_PREPARED: 'off', ...DIRECT },
    [],
  ],
])('a database of %s is allowed, or refused by the name of the setting', (_name, env, names) => {
  const problems = problemsOf({ ...KEY, ...env });

  expect(problems.map((line) => line.split(':')[0])).toEqual(names);
});

test('settings that contradict each other are reported together with wrong values', () => {
  const problems = problemsOf({ KURIR_PORT: 'http', KURIR_TLS_CERT_FILE: '/tls.pem' });

  expect(problems.map((line) => line.split(':')[0])).toEqual(['KURIR_PORT', 'KURIR_TLS_KEY_FILE']);
});

test.each([
  [
    'an external database without a key',
    { DATABASE_URL: 'postgres://a@b/c' },
    /^KURIR_SECRET_KEY: needed with DATABASE_URL/,
  ],
  ['a client without a provider', { KURIR_OIDC_CLIENT_ID: 'kurir' }, /^KURIR_OIDC_ISSUER: needed with/],
  [
    'an OIDC provider without a public URL',
    { ...OIDC, KURIR_PUBLIC_URL: '' },
    /^KURIR_PUBLIC_URL: needed with KURIR_OIDC_ISSUER/,
  ],
  [
    'an OIDC provider over plain HTTP',
    { ...OIDC, KURIR_OIDC_ISSUER: 'http://login.example.com' },
    /^KURIR_OIDC_ISSUER: OIDC needs https:\/\/, except on localhost/,
  ],
  [
    'a callback over plain HTTP',
    { ...OIDC, KURIR_PUBLIC_URL: 'http://kurir.example.com' },
    /^KURIR_PUBLIC_URL: OIDC needs https:\/\/, except on localhost/,
  ],
  [
    'a provider without encryption',
    { KURIR_WHATSAPP_URL: 'ws://a/b' },
    /^KURIR_WHATSAPP_URL: plain ws:\/\/ needs/,
  ],
])('refuses settings that are valid alone: %s', (_name, env, line) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(line)]);
});

test('an empty variable counts as unset, and a given default precedes the general default', () => {
  const config = loadConfig(
    { KURIR_PORT: '', KURIR_SANDBOX: 'off' },
    { KURIR_PORT: '1234', KURIR_SANDBOX: 'on' },
  );

  expect([config.KURIR_PORT, config.KURIR_SANDBOX, config.KURIR_HOST]).toEqual([1234, 'off', '127.0.0.1']);
});
