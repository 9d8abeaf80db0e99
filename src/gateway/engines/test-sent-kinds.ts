import { expect, test } from 'vitest';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaHost } from '../../../test/harness/media-host.ts';
import { judge } from '../messages/admission/engine-refusals.ts';
import { outboundOf } from '../messages/dispatch/claim-store.ts';
import { SendMessage } from '../messages/schema.ts';
import type { OutboundMessage, Quote } from './engine.ts';
import { ENGINE_KINDS } from './kinds.ts';
import { SENT_KINDS, type SentKind } from './sent-kinds/table.ts';
import {
  type EngineBench,
  online,
  outbound,
  prepare,
  prepared,
  ready,
  type Start,
  sent,
} from './test-bench.ts';

export const isSentKind = (type: string): type is SentKind => type in SENT_KINDS;

const QUOTE: Quote = { id: '3EB0C767D097B7C7C5A1', author: 'them', type: 'text', excerpt: 'Halo' };

/** The example of a kind, as an accepted message reaches the engine. A reaction is about the quoted message. */
export async function kindMessage(
  { driver, customer }: EngineBench,
  type: SentKind,
  { quote = QUOTE, ...fields }: { quote?: Quote; reaction?: object } = {},
): Promise<OutboundMessage> {
  const { mediaUrl } = await mediaHost('webp', fileOf('webp'));
  const file = type === 'sticker' && { media_url: mediaUrl };
  const address = { device_uuid: 'd', to: '081234567890' };
  const input = SendMessage.parse({ ...address, type, ...SENT_KINDS[type].example, ...file, ...fields });
  if (input.type === 'template') throw new Error('a template is no kind');
  const { body, media_url, interactive, details } = judge(input);
  return outboundOf({
    ...{ reserved_wa_id: driver.newMessageId(), phone: customer, type, body, media_url, prepared: null },
    interactive: interactive && JSON.parse(interactive),
    details: { ...details, ...(type === 'reaction' && { quote }) },
  });
}

/** The promises about messages beside text, files and choices. */
export function testSentKinds(start: Start): void {
  test('a reaction reaches the message that it is about, of either side, and is taken away', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const theirs = await bench.write('Ada stok?');
    const ours = await sent(bench, session, host, outbound(bench, 'Ada.'));
    const about = (id: string, author: Quote['author'], emoji: string | null) =>
      kindMessage(bench, 'reaction', {
        quote: { ...QUOTE, id, author },
        reaction: { message_id: 1, emoji },
      });

    for (const message of [
      await about(theirs, 'them', '👍'),
      await about(ours, 'us', '❤️'),
      await about(theirs, 'them', null),
    ])
      await sent(bench, session, host, message);

    const reactions = (await bench.inbox()).filter(({ type }) => type === 'reaction');
    expect(reactions.map(({ quoted, text }) => [quoted, text || null])).toEqual([
      [theirs, '👍'],
      [ours, '❤️'],
      [theirs, null],
    ]);
  });

  test('a sticker arrives byte for byte, and a picture of another format is refused', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const jpeg = (await mediaHost('jpeg', fileOf('jpeg'))).mediaUrl;

    const id = await sent(
      bench,
      session,
      host,
      await prepared(bench, session, await kindMessage(bench, 'sticker')),
    );
    const refused = await session.prepare(
      { ...(await kindMessage(bench, 'sticker')), mediaUrl: jpeg },
      new AbortController().signal,
    );

    expect((await bench.file(id)).equals(fileOf('webp'))).toBe(true);
    expect(refused).toMatchObject({ outcome: 'refused', code: 'media_type_not_supported' });
    expect(ENGINE_KINDS[bench.driver.kind].prepares.has('sticker')).toBe(true);
  });

  test('audio arrives as a voice note where that is wanted, and another format is refused', async () => {
    const bench = await ready(start);
    const { session, host } = await online(bench);
    const [opus, mp3] = await Promise.all([
      mediaHost('opus', fileOf('opus')),
      mediaHost('mp3', fileOf('mp3')),
    ]);
    const audio = { ...outbound(bench, ''), type: 'audio', body: null, mediaUrl: opus.mediaUrl } as const;
    const note = { ...audio, waMessageId: bench.driver.newMessageId(), voice: true };

    for (const message of [audio, note])
      await sent(bench, session, host, await prepared(bench, session, message));
    const refused = await prepare(session, { ...note, mediaUrl: mp3.mediaUrl });

    expect((await bench.inbox()).map(({ type, voice = false }) => [type, voice])).toEqual([
      ['audio', false],
      ['audio', true],
    ]);
    expect(refused).toMatchObject({ outcome: 'refused', code: 'media_type_not_supported' });
  });
}
