import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { UNSUPPORTED_BODY } from '../../customer-content.ts';
import { decodePlaintext, readContent } from './content.ts';
import { readDetails } from './details.ts';

const own = { me: { id: '6289:7@s.whatsapp.net' } };
const PADDING = Buffer.from([1]);

/** A field of protobuf: a text, or the fields inside. */
function field(number: number, ...content: (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(content.map((each) => Buffer.from(each)));
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
}

const read = (...fields: Buffer[]) => {
  const message = decodePlaintext(Buffer.concat([...fields, PADDING]));
  return [readContent(message)?.body, readDetails(message, own)];
};
const message = (content: proto.IMessage) => Buffer.from(proto.Message.encode(content).finish());
const context = message({ messageContextInfo: { messageSecret: Buffer.alloc(32, 9) } });

test('a kind that the installed protocol does not have is read by its texts', () => {
  const invite = [
    field(1, field(1, '3EB0C767D097B7C7C6A5')),
    field(3, 'Pembukaan toko kami'),
    field(7, 'AbC'),
  ];

  expect(read(context, field(122, ...invite))).toEqual([
    'Pembukaan toko kami',
    { kind: 'unknown', unknown: { name: 'message_122' } },
  ]);
});

test.each<[string, Buffer]>([
  ['a new wrapper', field(117, field(1, message({ conversation: 'rahasia' })))],
  ['a new wrapper in a disappearing message', field(40, field(1, field(117, field(1, field(1, 'rahasia')))))],
])('the message in %s is read', (_what, bytes) => {
  expect(read(context, bytes)).toEqual(['rahasia', null]);
});

test('poll V6 is a poll', () => {
  const poll = Buffer.from(
    proto.Message.PollCreationMessage.encode({ name: 'Ukuran?', options: [{ optionName: 'S' }] }).finish(),
  );

  expect(read(field(119, poll))).toEqual([
    'Ukuran?',
    { kind: 'poll', note: null, poll: { name: 'Ukuran?', options: ['S'] } },
  ]);
});

test('bytes without texts leave a message that says so', () => {
  expect(read(field(130, Buffer.alloc(40, 0xff)))).toEqual([
    UNSUPPORTED_BODY,
    { kind: 'unknown', unknown: { name: 'message_130' } },
  ]);
});

test('keys and context alone are no message', () => {
  const keys = message({ senderKeyDistributionMessage: { groupId: 'g' } });

  expect(readContent(decodePlaintext(Buffer.concat([keys, context, PADDING])))).toBeNull();
  expect(readContent(decodePlaintext(Buffer.concat([context, PADDING])))).toBeNull();
});

test('hostile bytes break nothing', () => {
  const deep = Array.from({ length: 5_000 }).reduce<Buffer>((inner) => field(1, inner), Buffer.from('x'));
  const many = Buffer.concat(Array.from({ length: 5_000 }, () => field(9, 'kata kata')));

  for (const bytes of [deep, many, Buffer.from([0xff, 0xff, 0xff]), Buffer.from('Halo apa kabar')])
    expect(read(field(150, bytes))).toHaveLength(2);
});
