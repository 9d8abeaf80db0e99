import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { online, open, ready, type Start } from './test-bench.ts';

/** What the author of messages sees when they are read. */
export function testReading(start: Start): void {
  test('the author of several messages sees that they are read, and a later one is not', async () => {
    const bench = await ready(start);
    const { session } = await online(bench);
    const ids = [await bench.write('halo'), await bench.write('ada stok?')];
    const later = await bench.write('?');
    const before = await bench.seesRead(ids[0] ?? '');

    session.markRead(bench.customer, ids);

    expect(before).toBe(false);
    for (const id of ids) expect(await until(() => bench.seesRead(id))).toBe(true);
    expect(await bench.seesRead(later)).toBe(false);
  });

  test('a session without a connection marks nothing, and fails nothing', async () => {
    const bench = await ready(start);
    const { session } = open(bench);
    const id = await bench.write('halo');

    session.markRead(bench.customer, [id]);
    await session.close();
    session.markRead(bench.customer, [id]);

    expect(await bench.seesRead(id)).toBe(false);
  });
}
