import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { online, open, ready, type Start } from './test-bench.ts';

/** What the author of a message sees while an answer is coming. */
export function testTyping(start: Start): void {
  test('the author of a message sees that the number types', async () => {
    const bench = await ready(start);
    const { session } = await online(bench);
    const id = await bench.write('halo');

    session.showTyping(bench.customer, id);

    expect(await until(() => bench.seesTyping(id))).toBe(true);
  });

  test('a session without a connection shows nothing, and fails nothing', async () => {
    const bench = await ready(start);
    const { session } = open(bench);
    const id = await bench.write('halo');

    session.showTyping(bench.customer, id);
    await session.close();
    session.showTyping(bench.customer, id);

    expect(await bench.seesTyping(id)).toBe(false);
  });
}
