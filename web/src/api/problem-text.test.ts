import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { problemText } from './problem-text.ts';

/** Met by programs, visitors and providers alone. */
const OF_PROGRAMS = [
  ...['bad_request', 'invalid_json', 'method_not_allowed', 'unsupported_media_type', 'headers_too_large'],
  ...['range_not_satisfiable', 'idempotency_key_required', 'invalid_api_key', 'insufficient_scope'],
  ...['address_not_allowed', 'invalid_visitor_token', 'chat_closed', 'identity_required', 'invalid_identity'],
  ...['number_unavailable', 'media_in_use', 'invalid_signature', 'verification_refused', 'sandbox_forbidden'],
  ...['upload_offset_wrong', 'upload_incomplete'],
];
/** The text of the gateway says what the simulated network answers. */
const OWN_TEXT = ['sandbox_refused', 'template_refused'];

const hasText = (code: string) =>
  ['en' as const, 'id' as const].every(
    (language) => problemText(new Problem(409, code, 'raw'), language) !== 'raw',
  );

test('every error code that a user of the dashboard can meet has a separate text', async () => {
  const guide = await readFile(new URL('../../../docs/error-codes.md', import.meta.url), 'utf8');

  const codes = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, code = '']) => code);

  const known = [...OF_PROGRAMS, ...OWN_TEXT];
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !hasText(code) && !known.includes(code))).toEqual([]);
});
