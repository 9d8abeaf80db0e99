import { expect, test, vi } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { createLog } from './log.ts';

type Line = Record<string, unknown> & { msg: string; err?: Record<string, unknown> };

function openLog() {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: createLog('info', 'main', { format: 'json', destination }) };
}

/** The errors of the real driver. */
async function errorsOfDatabase() {
  const ctx = await testContext();
  const raise = (code: string) =>
    ctx.db
      .query({ text: `do $$ begin raise exception 'No space' using errcode = '${code}'; end $$` }, [])
      .catch((error: unknown) => error);
  return { full: await raise('53100'), away: await raise('57P03'), other: await raise('23505') };
}

test('a full disk is one line with advice, until it has ended', async () => {
  const { full, away, other } = await errorsOfDatabase();
  const { lines, log } = openLog();
  vi.useFakeTimers();

  try {
    for (let n = 0; n < 100; n += 1) log.warn({ err: full }, 'http.unavailable');
    log
      .child({ part: 'x' })
      .error({ err: Object.assign(new Error('write'), { code: 'ENOSPC' }) }, 'usage.failed');
    log.warn({ err: away }, 'webhook.database_away');
    log.warn({ err: other }, 'contacts.refused');
    await vi.advanceTimersByTimeAsync(14_000);
    log.warn({ err: full }, 'http.unavailable');
    await vi.advanceTimersByTimeAsync(16_000);
    log.warn({ err: away }, 'webhook.database_away');
  } finally {
    vi.useRealTimers();
  }

  expect(lines.map(({ msg }) => msg)).toEqual([
    'disk.full',
    'contacts.refused',
    'disk.full_ended',
    'webhook.database_away',
  ]);
  expect(lines[0]).toMatchObject({
    level: 50,
    reason: 'No space',
    advice: expect.stringContaining('Free space'),
  });
  expect(lines[2]).toMatchObject({ left_out: 102 });
});

test('errors of an unavailable database have no stack, other errors have one', async () => {
  const { away, other } = await errorsOfDatabase();
  const { lines, log } = openLog();

  log.warn({ err: away }, 'a');
  log.warn({ err: other }, 'b');

  expect(lines[0]?.err).toEqual({ type: expect.any(String), message: 'No space', code: '57P03' });
  expect(lines[1]?.err).toHaveProperty('stack');
});
