import { SECOND } from '../../platform/lib/clock.ts';
import type { Answer } from '../../platform/lib/http/answer-lines.ts';
import type { Metrics } from '../../platform/lib/metrics/metrics.ts';

/** Unknown addresses share a label: callers choose them. */
const UNKNOWN = 'unknown';

export function countAnswer(metrics: Metrics, { method = '', route, status, code, ms }: Answer): void {
  const [verb, path] = route === undefined ? [UNKNOWN, UNKNOWN] : [method, route];
  metrics.add('kurir_http_requests_total', [verb, path, `${Math.floor(status / 100)}xx`]);
  metrics.observe('kurir_http_request_seconds', [verb, path], ms / SECOND);
  if (code !== undefined) metrics.add('kurir_http_errors_total', [code]);
}
