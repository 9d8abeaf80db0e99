import { expect, test } from 'vitest';
import { testClock } from '../../../../../test/harness/context.ts';
import { MINUTE } from '../../../../platform/lib/clock.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import { PER_MINUTE } from './limits.ts';
import type { Visitor } from './visitor.ts';
import { VisitorLimits } from './visitor-limits.ts';

/** Visitor n of a widget of an account. */
const visitor = (n: number, widget = 1, account = 1) =>
  ({ phone: `${n}@visitor`, widget: { entry_point_id: widget, account_id: account } }) as Visitor;

/** How often it may be called before it throws. */
function countUntil(call: (n: number) => void): number {
  for (let n = 0; n < 10_000; n += 1) {
    try {
      call(n);
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 60 });
      return n;
    }
  }
  throw new Error('there is no limit');
}

const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;

test.each<[keyof typeof PER_MINUTE, (limits: VisitorLimits, n: number) => void]>([
  ['tokensOfNetwork', (limits) => limits.network('192.0.2.1', 'token')],
  ['messagesOfNetwork', (limits) => limits.network('192.0.2.1', 'message')],
  ['othersOfNetwork', (limits) => limits.network('192.0.2.1', 'other')],
  ['messagesOfNetwork', (limits, n) => limits.network(`2001:db8::${n.toString(16)}`, 'message')],
  ['messagesOfVisitor', (limits) => limits.message(visitor(1))],
  ['othersOfVisitor', (limits) => limits.other(visitor(1))],
  ['messagesOfWidget', (limits, n) => limits.message(visitor(n))],
  ['messagesOfAccount', (limits, n) => limits.message(visitor(n, n % 50))],
])('%s is the limit of a minute', (name, call) => {
  const clock = testClock();
  const limits = new VisitorLimits(clock);

  const first = countUntil((n) => call(limits, n));
  clock.advance(MINUTE);
  const next = countUntil((n) => call(limits, n));

  expect([first, next]).toEqual([PER_MINUTE[name], PER_MINUTE[name]]);
});

test('a visitor above the limit takes nothing from the other visitors, widgets and accounts', () => {
  const limits = new VisitorLimits(testClock());
  countUntil(() => limits.message(visitor(1)));
  for (let n = 0; n < 5_000; n += 1) expect(() => limits.message(visitor(1))).toThrow(ApiError);

  const others = countUntil((n) => limits.message(visitor(n + 2)));
  limits.message(visitor(1, 2, 2));
  limits.network(address(1), 'message');

  expect(others).toBe(PER_MINUTE.messagesOfWidget - PER_MINUTE.messagesOfVisitor);
});
