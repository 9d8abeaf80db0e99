import { expect, test } from 'vitest';
import { reasonIn } from './last-words.ts';

test.each([
  ['a line', 'Kurir starts\nThe disk is full.\n', 'The disk is full.'],
  ['a failure of a command', '{"error":"refused","message":"No folder /srv"}', 'No folder /srv'],
  ['a line of the log', '{"level":50,"err":{"message":"Not ready\\nat x"},"msg":"main.failed"}', 'Not ready'],
  ['an event of the log', '{"level":30,"msg":"postgres.ready"}', 'postgres.ready'],
  ['JSON without a message', '[1]', '[1]'],
  ['an error of git', 'fatal: no branch\nremove the file manually to continue.', 'fatal: no branch'],
  ['nothing', '', ''],
  ['too much', 'x'.repeat(2_000), 'x'.repeat(1_000)],
])('the reason in %s', (_, said, reason) => {
  expect(reasonIn(said)).toBe(reason);
});
