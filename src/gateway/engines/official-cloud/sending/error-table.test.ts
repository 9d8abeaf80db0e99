import { expect, test } from 'vitest';
import type { GraphReply } from '../graph/reply.ts';
import { restrictionIn, troubleIn } from '../graph/trouble.ts';
import { judgeReply } from './outcome.ts';

const MINUTE = 60_000;

/**
 * The effects of an error code.
 * - message: it waits, is retried, is retried twice, or fails.
 * - device: the trouble or the restriction of the device.
 * - queueMs: the pause of the whole device.
 */
type Row = readonly [
  codes: readonly number[],
  status: number,
  message: string,
  device: string | null,
  queueMs: number,
];

/** The error table of the provider, in its order. */
const TABLE: readonly Row[] = [
  [[1], 400, 'is retried twice', null, 0],
  [[2, 133004], 503, 'is retried', null, 0],
  [[131000, 131016], 500, 'is retried', null, 0],
  [[4, 17, 80007], 400, 'waits', null, MINUTE],
  [[130429], 400, 'waits', null, 1_000],
  [[131056], 400, 'waits', null, 0],
  [[131057], 500, 'is retried', null, 0],
  [[131048], 400, 'waits', 'restricted:spam', 10 * MINUTE],
  [[131064], 400, 'waits', 'restricted:templates', 10 * MINUTE],
  [[0, 190], 401, 'waits', 'token', 0],
  [[3], 500, 'waits', 'token', 0],
  [[10, 200, 250, 299, 131005], 403, 'waits', 'token', 0],
  [[368, 131031], 403, 'waits', 'ban', 0],
  [[130497], 403, 'fails', null, 0],
  [[131042], 400, 'waits', 'restricted:payment', 10 * MINUTE],
  [[33, 133010], 400, 'waits', 'number', 0],
  [[131045], 500, 'waits', 'number', 0],
  [[100, 131008, 131009, 135000], 400, 'fails', null, 0],
  [[131021, 131026, 131030], 400, 'fails', null, 0],
  [[131037], 400, 'waits', 'restricted:display_name', 10 * MINUTE],
  [[131047, 131049, 131050, 130472, 130403, 131051], 400, 'fails', null, 0],
  [[131052, 131053, 131062, 131063], 400, 'fails', null, 0],
  [[132000, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069], 400, 'fails', null, 0],
  [[132001], 404, 'fails', null, 0],
  [[133000, 133005, 133016], 400, 'fails', null, 0],
  [[134011, 134100, 134199], 400, 'fails', null, 0],
  [[999_999], 500, 'is retried', null, 0],
  [[999_999], 400, 'fails', null, 0],
];
const rows = TABLE.flatMap(([codes, ...rest]) => codes.map((code) => [code, ...rest] as const));

function effectsOf(reply: GraphReply) {
  const outcome = judgeReply(reply);
  const restriction = restrictionIn(reply);
  const pause = outcome.outcome === 'not_written' ? outcome.pause : undefined;
  return {
    message: effectOnMessage(outcome),
    device: restriction ? `restricted:${restriction.reason}` : troubleIn(reply),
    queueMs: pause?.scope === 'device' || pause?.scope === 'restriction' ? pause.ms : 0,
  };
}

function effectOnMessage(outcome: ReturnType<typeof judgeReply>): string {
  if (outcome.outcome !== 'not_written') return outcome.outcome === 'refused' ? 'fails' : outcome.outcome;
  // Messages of a disconnected device wait.
  if (outcome.pause || outcome.code === 'not_connected') return 'waits';
  return outcome.fewTries ? 'is retried twice' : 'is retried';
}

test.each(rows)('code %i (HTTP %i): the message %s; trouble of the device: %s; pause: %i ms', (...row) => {
  const [code, status, message, device, queueMs] = row;
  const error = { code, subcode: null, title: 'Refused', details: null };

  const effects = effectsOf({ outcome: 'error', status, error, retryAfterMs: null });

  expect(effects).toEqual({ message, device, queueMs });
});

test('a wait named by the provider replaces the default wait of each code', () => {
  const error = (code: number): GraphReply => ({
    outcome: 'error',
    status: 400,
    error: { code, subcode: null, title: 'Wait', details: null },
    retryAfterMs: 7_000,
  });

  const waits = [4, 130429, 131056, 131048].map((code) => judgeReply(error(code)));

  expect(waits).toMatchObject(Array(4).fill({ pause: { ms: 7_000 } }));
  expect(restrictionIn(error(131048))).toEqual({ reason: 'spam', waitMs: 7_000 });
});
