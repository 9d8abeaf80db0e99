import { apiString, codePoints } from './text.ts';

export const MAX_URL = 2_048;

/**
 * An address that customers hand in. Only its form is judged: http or https, at most 2,048 characters, no user name and no password. Where
 * the host leads is judged at each use, because names change their minds.
 */
export const webUrl = () =>
  apiString()
    .superRefine((text, check) => {
      const problem = problemOf(text);
      if (problem) check.addIssue({ code: 'custom', message: problem });
    })
    .meta({ minLength: 1, maxLength: MAX_URL, format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://\\S+$' });

function problemOf(text: string): string | null {
  if (text === '') return 'is required';
  if (codePoints(text) > MAX_URL) return `must have at most ${MAX_URL} characters`;
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return 'must be an http or https URL';
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password';
}

/** The address to reach a listener from this machine: a wildcard answers on loopback too. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
