import { expect, test } from 'vitest';
import { until } from '../../../test/harness/until.ts';
import { online, outbound, ready, type Start, sent } from './test-bench.ts';

/** Replies on the phone of the number. */
export function testReplies(start: Start): void {
  test('a reply on the phone is reported with its chat, type, body and time', async () => {
    const bench = await ready(start);
    const { host } = await online(bench);

    const waMessageId = await bench.reply('Saya bantu ya 🙏');

    const reply = await until(() => bench.replies(host)[0]);
    expect(reply).toEqual({
      waMessageId,
      to: bench.customer,
      type: 'text',
      body: 'Saya bantu ya 🙏',
      at: expect.any(Date),
      isLive: true,
    });
    expect(host.store.received).toEqual([]);
  });

  test('a reply that is reported hours later is late', async () => {
    const bench = await ready(start);
    const { host } = await online(bench);

    await bench.reply('tadi pagi', 3 * 3600);

    expect(await until(() => bench.replies(host)[0])).toMatchObject({ body: 'tadi pagi', isLive: false });
  });

  test('a message that Kurir sends is no reply, or a reply under its reserved id', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);

    const id = await sent(bench, session, host, outbound(bench, 'from Kurir'));
    const typed = await bench.reply('from the phone');

    await until(() => bench.replies(host).find(({ waMessageId }) => waMessageId === typed));
    const others = bench.replies(host).filter(({ waMessageId }) => waMessageId !== typed);
    expect(others.every(({ waMessageId }) => waMessageId === id)).toBe(true);
  });
}
