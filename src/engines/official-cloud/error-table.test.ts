import { expect, test } from 'vitest';
import type { GraphReply } from './graph.ts';
import { judge, restrictionIn, troubleIn } from './sending.ts';

const MINUTE = 60_000;

/** What a code does. message: waits | again | again, twice | fails. device: as the service names it. queue: how long the device is silent. */
type Row = readonly [
  codes: readonly number[],
  status: number,
  message: string,
  device: string | null,
  queueMs: number,
];

/** The provider's whole table, in its order. */
const TABLE: readonly Row[] = [
  [[1], 400, 'again, twice', null, 0],
  [[2, 133004], 503, 'again', null, 0],
  [[131000, 131016], 500, 'again', null, 0],
  [[4, 17, 80007], 400, 'waits', null, MINUTE],
  [[130429], 400, 'waits', null, 1_000],
  [[131056], 400, 'waits', null, 0],
  [[131057], 500, 'again', null, 0],
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
  [[999_999], 500, 'again', null, 0],
  [[999_999], 400, 'fails', null, 0],
];
const rows = TABLE.flatMap(([codes, ...rest]) => codes.map((code) => [code, ...rest] as const));

function effectsOf(reply: GraphReply) {
  const outcome = judge(reply);
  const restriction = restrictionIn(reply);
  const pause = outcome.outcome === 'not_written' ? outcome.pause : undefined;
  return {
    message: fateOf(outcome),
    device: restriction ? `restricted:${restriction.reason}` : troubleIn(reply),
    queueMs: pause?.scope === 'device' || pause?.scope === 'restriction' ? pause.ms : 0,
  };
}

function fateOf(outcome: ReturnType<typeof judge>): string {
  if (outcome.outcome !== 'not_written') return outcome.outcome === 'refused' ? 'fails' : outcome.outcome;
  // A device that is not connected any more keeps its messages.
  if (outcome.pause || outcome.code === 'not_connected') return 'waits';
  return outcome.fewTries ? 'again, twice' : 'again';
}

test.each(rows)(
  'code %i (HTTP %i): the message %s, the device: %s, its queue is silent for %i ms',
  (...row) => {
    const [code, status, message, device, queueMs] = row;
    const error = { code, subcode: null, title: 'Said so', details: null };

    const effects = effectsOf({ outcome: 'error', status, error, retryAfterMs: null });

    expect(effects).toEqual({ message, device, queueMs });
  },
);

test('what the provider says of the wait counts for whatever has to wait', () => {
  const error = (code: number): GraphReply => ({
    outcome: 'error',
    status: 400,
    error: { code, subcode: null, title: 'Wait', details: null },
    retryAfterMs: 7_000,
  });

  const waits = [4, 130429, 131056, 131048].map((code) => judge(error(code)));

  expect(waits).toMatchObject(Array(4).fill({ pause: { ms: 7_000 } }));
  expect(restrictionIn(error(131048))).toEqual({ reason: 'spam', waitMs: 7_000 });
});
