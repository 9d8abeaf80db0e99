/** Kinds of keys. */
export const KEY_KINDS = [
  ...(['full', 'send', 'read', 'tight', 'foreign'] as const),
  ...(['none', 'unknown', 'altered', 'revoked', 'expired', 'suspended', 'cancelled'] as const),
];
export type KeyKind = (typeof KEY_KINDS)[number];

/** Status of every documented operation for this kind of key. Other kinds depend on their scope. */
export const REFUSED_KEYS: Readonly<Partial<Record<KeyKind, number>>> = {
  none: 401,
  unknown: 401,
  altered: 401,
  revoked: 401,
  expired: 401,
  suspended: 403,
  cancelled: 403,
};

/** Spellings of the header. `WRONG_SPELLINGS` make a valid key invalid, `twice` can have either result. */
export const KEY_SPELLINGS = [
  ...(['plain', 'lower', 'upper', 'spaces', 'twice'] as const),
  ...(['basic', 'bare', 'empty', 'suffix', 'query', 'comma', 'binary', 'huge'] as const),
];
export type KeySpelling = (typeof KEY_SPELLINGS)[number];

export const WRONG_SPELLINGS: ReadonlySet<KeySpelling> = new Set([
  ...(['basic', 'bare', 'empty', 'suffix', 'query', 'comma', 'binary', 'huge'] as const),
]);

/** Header lines with a key. */
export function keyLines(key: string, spelling: KeySpelling): string[] {
  switch (spelling) {
    case 'plain':
      return [`Authorization: Bearer ${key}`];
    case 'lower':
      return [`authorization: bearer ${key}`];
    case 'upper':
      return [`AUTHORIZATION: BEARER ${key}`];
    case 'spaces':
      return [`Authorization:   Bearer   ${key}  `];
    case 'twice':
      return [`Authorization: Bearer ${key}`, 'Authorization: Bearer something-else'];
    case 'basic':
      return [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`];
    case 'bare':
      return [`Authorization: ${key}`];
    case 'empty':
      return ['Authorization: Bearer '];
    case 'suffix':
      return [`Authorization: Bearer ${key}x`];
    case 'query':
      return [`X-Api-Key: ${key}`, `Cookie: api_key=${key}`];
    case 'comma':
      return [`Authorization: Bearer ${key}, Bearer ${key}`];
    case 'binary':
      return [`Authorization: Bearer ${key}\xff\xe9`];
    case 'huge':
      return [`Authorization: Bearer ${'k'.repeat(8000)}`];
    default:
      return spelling satisfies never;
  }
}

/** Framings that every server accepts. */
export const SOUND_FRAMINGS = ['length', 'length', 'length', 'length', 'chunked', 'pieces'] as const;
/** Framings that a server can refuse. */
export const BROKEN_FRAMINGS = [
  ...(['declares more', 'declares less', 'length and chunks', 'two lengths', 'negative length'] as const),
  ...(['no number', 'bad chunk', 'unfinished chunk', 'no framing', 'huge length'] as const),
];
export type Framing = (typeof SOUND_FRAMINGS | typeof BROKEN_FRAMINGS)[number];

export const JSON_TYPES = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/problem+json',
] as const;

export const OTHER_TYPES: readonly { type: string | null; lines?: string[] }[] = [
  ...[
    null,
    '',
    'json',
    ';;;=',
    '*/*',
    'text/plain',
    'text/html',
    'application/xml',
    'application/octet-stream',
  ].map((type) => ({ type })),
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
  ].map((type) => ({ type })),
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json;;',
    'application/jsonx',
  ].map((type) => ({ type })),
  ...[
    `application/json; x=${'y'.repeat(4000)}`,
    'application/js\xf6n',
    'APPLICATION/JSON\t',
    'application/json; a=",',
  ].map((type) => ({ type })),
];

/** Rare header lines. With `mayBreak` the server can refuse them as invalid HTTP. */
export const HEADER_ABUSES: readonly { lines: string[]; mayBreak?: boolean }[] = [
  ...['gzip', 'br', 'identity', 'deflate, gzip', 'x'].map((coding) => ({
    lines: [`Content-Encoding: ${coding}`],
  })),
  ...['abc-1', 'a b', '\xe4', 'x'.repeat(65), '', '../..', '{"a":1}'].map((id) => ({
    lines: [`X-Request-Id: ${id}`],
  })),
  { lines: [`X-Long: ${'x'.repeat(8000)}`] },
  { lines: [`X-Longer: ${'x'.repeat(20_000)}`], mayBreak: true },
  { lines: Array.from({ length: 120 }, (_, n) => `X-${n}: ${n}`) },
  { lines: Array.from({ length: 3000 }, (_, n) => `X-${n}: ${n}`), mayBreak: true },
  { lines: ['Connection: close'] },
  {
    lines: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: eA==',
    ],
  },
  { lines: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'] },
  { lines: ['Expect: 100-continue'] },
  { lines: ['Expect: the-unexpected'], mayBreak: true },
  { lines: ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: DELETE'] },
  { lines: ['X-Forwarded-For: 127.0.0.1, ::1', 'X-Forwarded-Host: evil.example', 'Forwarded: for="[::1]"'] },
  { lines: ['X-Original-URL: /v1/devices', 'X-Rewrite-URL: /v1/devices'] },
  { lines: ['Accept-Version: 9.x'] },
  { lines: ['Accept: text/html;q=0.9', 'Accept-Encoding: gzip, br', 'Accept-Language: id, *;q=0.1'] },
  { lines: ['Range: bytes=0-4', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'] },
  { lines: ['If-Match: "x"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'] },
  { lines: ['Origin: https://evil.example', 'Access-Control-Request-Method: POST'] },
  { lines: ['Origin: null', 'Sec-Fetch-Site: cross-site', 'Referer: \xff\xfe'] },
  { lines: [`Cookie: ${'a=b; '.repeat(500)}`] },
  { lines: ['__proto__: x', 'constructor: x', 'toString: x', 'hasOwnProperty: x'] },
  { lines: ['X-Bytes: \x80\x81\xfe\xff'] },
  { lines: ['TE: trailers, deflate', 'Trailer: X-Later', 'Via: 1.0 fred', 'Max-Forwards: 0'] },
  { lines: ['X-Nul: a\0b'], mayBreak: true },
  { lines: ['X-Control: a\x01b'], mayBreak: true },
  { lines: ['Bad Name: x'], mayBreak: true },
  { lines: ['no colon at all'], mayBreak: true },
  { lines: ['X-Folded: a\r\n b'], mayBreak: true },
  { lines: ['X-Return: a\rX-Injected: 1'], mayBreak: true },
  { lines: ['X-Bare: a\nX-Second: b'], mayBreak: true },
  { lines: [': empty name'], mayBreak: true },
  { lines: ['Host: second.example'], mayBreak: true },
  { lines: ['Transfer-Encoding: identity'], mayBreak: true },
  { lines: ['Transfer-Encoding: gzip, chunked'], mayBreak: true },
  { lines: ['Transfer-Encoding: \x0bchunked'], mayBreak: true },
  { lines: ['Content-Length: 5, 5'], mayBreak: true },
];

export const UNUSUAL_METHODS: readonly { method: string; mayBreak?: boolean }[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'QUERY'].map(
    (method) => ({ method }),
  ),
  ...['CONNECT', 'get', 'FOO', '', 'GET GET', 'PRI'].map((method) => ({ method, mayBreak: true })),
];

/** Changes to a valid target. */
export const STRAY_TARGETS: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => target.replace('/v1/', '/v1//'),
  (target) => target.replace('/v1/', '/v1/./'),
  (target) => target.replace('/v1/', '/v1/x/../'),
  (target) => target.replace('/v1/', '/%761/'),
  (target) => target.replace('/v1/', '/v1%2f'),
  (target) => target.replace('/v1/', '/V1/'),
  (target) => target.replace('/v1/', '/v2/'),
  (target) => target.replace('/v1/', '/v1\\'),
  (target) => target.toUpperCase(),
  (target) => `${target}%00`,
  (target) => `${target};a=b`,
  (target) => `${target}#fragment`,
  (target) => `${target}??a=1&&=`,
  (target) => `${target}?a=${'b'.repeat(7000)}`,
  (target) => `http://evil.example${target}`,
  (target) => `//evil.example${target}`,
  (target) => target.slice(1),
  (target) => `${target} x`,
  (target) => `${target}\xff`,
  (target) => `${target}/nothing/of/the/sort`,
  () => '*',
  () => '/',
  () => '',
  () => '/v1',
  () => '/v1/',
  () => '/v1?x=1',
  () => '/%',
  () => '/v1/%ff',
  () => '/favicon.ico',
  () => '/.env',
  () => '/../../etc/passwd',
  () => `/v1/${'a/'.repeat(3000)}`,
];
