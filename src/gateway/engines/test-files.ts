import { expect, type TestContext, test } from 'vitest';
import { fileOf, HEADS } from '../../../test/harness/media.ts';
import { mediaHost } from '../../../test/harness/media-host.ts';
import type { OutboundMessage } from './engine.ts';
import { ENGINE_KINDS } from './kinds.ts';
import {
  type EngineBench,
  online,
  open,
  outbound,
  prepare,
  prepared,
  ready,
  type Start,
  sent,
} from './test-bench.ts';

/** Files of messages: fetched by the gateway, once, and whole. */
export function testFiles(start: Start): void {
  test.each(['jpeg', 'mp4', 'opus', 'pdf'] as const)(
    'a file of format %s arrives byte for byte under its caption',
    async (format) => {
      const bench = await ready(start);
      const { session, host } = await online(bench);
      const bytes = fileOf(format);
      const { mediaUrl } = await mediaHost(format, bytes);
      const { type } = HEADS[format];
      const message = await prepared(bench, session, { ...outbound(bench, 'ini filenya'), type, mediaUrl });

      const waMessageId = await sent(bench, session, host, message);

      const text = type === 'audio' ? null : 'ini filenya';
      const [got] = await bench.inbox();
      expect(got).toMatchObject({ type });
      // Some networks have no empty text.
      expect(got?.text ?? null).toBe(text);
      expect((await bench.file(waMessageId)).equals(bytes)).toBe(true);
    },
  );

  test('a file is fetched once, even when its message is sent twice', async (context) => {
    const bench = await ready(start);
    skipUnlessFilesArePrepared(bench, context);
    const { session, host } = await online(bench);
    const { mediaUrl, requests } = await mediaHost('jpeg', fileOf('jpeg'));
    const message = await prepared(bench, session, { ...outbound(bench, 'once'), type: 'image', mediaUrl });

    await sent(bench, session, host, message);
    await sent(bench, session, host, message, host.events.length);

    expect(requests).toHaveLength(1);
  });

  test('a file that cannot be fetched is refused with a code, and nothing is written', async (context) => {
    const bench = await ready(start);
    skipUnlessFilesArePrepared(bench, context);
    const { session } = await online(bench);
    const { mediaUrl } = await mediaHost('jpeg', null);

    const outcome = await prepare(session, { ...outbound(bench, 'gone'), type: 'image', mediaUrl });

    expect(outcome).toMatchObject({ outcome: 'refused', code: 'media_not_found' });
    expect(await bench.inbox()).toEqual([]);
  });

  test('no file is prepared before connecting, or after the signal', async (context) => {
    const bench = await ready(start);
    skipUnlessFilesArePrepared(bench, context);
    const { mediaUrl, requests } = await mediaHost('jpeg', fileOf('jpeg'));
    const message: OutboundMessage = { ...outbound(bench, 'not now'), type: 'image', mediaUrl };
    const early = await prepare(open(bench).session, message);
    const { session } = await online(bench);

    const late = await session.prepare(message, AbortSignal.abort());

    expect([early, late]).toMatchObject([{ outcome: 'not_written' }, { outcome: 'not_written' }]);
    expect(requests).toEqual([]);
  });
}

function skipUnlessFilesArePrepared({ driver }: EngineBench, context: TestContext): void {
  if (!ENGINE_KINDS[driver.kind].prepares.has('image')) context.skip('the provider fetches the files');
}
