import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { type Answer, AnswerLines } from './answer-lines.ts';

const ACCEPTED = {
  account_id: 7,
  key_id: 'k7',
  method: 'POST',
  route: '/v1/messages',
  status: 202,
  code: undefined,
  ms: 3,
};
const LIMITED = { ...ACCEPTED, status: 429, code: 'rate_limited' };
const UNKNOWN = {
  ...LIMITED,
  account_id: undefined,
  key_id: undefined,
  status: 401,
  code: 'invalid_api_key',
};

function scene() {
  const written: Record<string, unknown>[] = [];
  const lines = new AnswerLines(pino({}, { write: (line) => void written.push(JSON.parse(line)) }));
  const add = (count: number, answer: Omit<Answer, 'request_id'>, name = answer.key_id ?? 'x') => {
    for (let n = 0; n < count; n += 1) lines.add({ ...answer, request_id: `${name}-${answer.status}-${n}` });
  };
  const idsOf = (status: number) =>
    written
      .filter((line) => line.status === status)
      .flatMap(({ request_id, request_ids }) => (request_id as string | undefined) ?? request_ids);
  return { lines, add, written, idsOf };
}

test('a hundred answers of a second have a line each, with caller, status, code and time', () => {
  const { add, written } = scene();

  add(100, LIMITED);

  expect(written).toHaveLength(100);
  expect(written[99]).toMatchObject({ ...LIMITED, request_id: 'k7-429-99', msg: 'http.answered' });
});

test('further answers of one key share lines of fifty, and no request id is lost', () => {
  const { lines, add, written, idsOf } = scene();

  add(15_000, ACCEPTED);
  lines.flush();

  expect(new Set(idsOf(202)).size).toBe(15_000);
  expect(written).toHaveLength(100 + 14_900 / 50);
  expect(written.at(-1)).toMatchObject({
    ...{ msg: 'http.answered_many', account_id: 7, key_id: 'k7', method: 'POST', route: '/v1/messages' },
    ...{ status: 202, count: 50, ms_max: 3, request_ids: expect.arrayContaining(['k7-202-14999']) },
  });
  expect(Math.max(...written.map((line) => JSON.stringify(line).length))).toBeLessThan(4096);
});

test('callers, statuses and codes share no line', () => {
  const { lines, add, written } = scene();
  add(100, ACCEPTED);
  add(100, LIMITED);

  const others = [
    { key_id: 'k8', account_id: 8 },
    { status: 200 },
    { status: 422, code: 'invalid_phone' },
    { status: 422, code: 'field_errors' },
    { route: '/v1/contacts' },
    { method: 'PUT' },
  ];
  for (const other of others) add(2, { ...ACCEPTED, ...other });
  lines.flush();

  expect(written.slice(200)).toMatchObject(others.map((other) => ({ ...other, count: 2 })));
});

test('successes leave errors their own lines', () => {
  const { add, written } = scene();

  add(5_000, ACCEPTED);
  add(1, LIMITED);

  expect(written.at(-1)).toMatchObject({ request_id: 'k7-429-0', msg: 'http.answered' });
});

test('invented keys do not fill the log: beyond a thousand ids a second, answers are only counted', () => {
  const { lines, add, written, idsOf } = scene();

  add(15_000, UNKNOWN);
  add(101, LIMITED);
  lines.flush();

  expect(idsOf(401)).toHaveLength(100 + 1_000);
  const counts = written.filter(({ status }) => status === 401).map(({ count }) => Number(count ?? 1));
  expect(counts.reduce((sum, count) => sum + count)).toBe(15_000);
  expect(idsOf(429)).toHaveLength(101);
});

test('a shared line is written within a second, and the next second has its own lines', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { add, written } = scene();

  try {
    add(102, LIMITED);
    vi.advanceTimersByTime(1000);
    add(1, LIMITED, 'next');
  } finally {
    vi.useRealTimers();
  }

  expect(written.slice(100)).toMatchObject([
    { count: 2, request_ids: ['k7-429-100', 'k7-429-101'] },
    { request_id: 'next-429-0' },
  ]);
});
