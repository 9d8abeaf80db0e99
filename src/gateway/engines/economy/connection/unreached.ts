export type Unreached =
  | 'network_name_unresolved'
  | 'network_unreachable'
  | 'network_certificate'
  | 'network_blocked';

const PATTERNS: readonly [RegExp, Unreached][] = [
  [/^(dns_failed|name_server_silent|ENOTFOUND|EAI_)/, 'network_name_unresolved'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EACCES|EPERM)$/, 'network_unreachable'],
  [/CERT|^ERR_(TLS|SSL)|^UNABLE_TO_|^EPROTO$/, 'network_certificate'],
];

/** Null: the error names no cause. */
export function unreachedBy(error: { code?: unknown } | undefined): Unreached | null {
  const code = String(error?.code ?? '');
  return PATTERNS.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** The HTTP status in place of a web socket. An overloaded network itself answers 5xx. */
export function blockedBy(status = 0): Unreached | null {
  return status < 500 ? 'network_blocked' : null;
}
