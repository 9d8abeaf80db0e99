import { proto } from 'baileys';
import { expect, test } from 'vitest';
import { type ProtoField, protoSchema, typeNamed } from '../../../../../test/harness/proto-schema.ts';
import { detailsJson } from '../../../../messages/inbound/details.ts';
import { UNSUPPORTED_BODY } from '../../../customer-content.ts';
import { decodePlaintext, readContent } from '../content.ts';
import { readDetails } from '../details.ts';

const SCHEMA = protoSchema();
const own = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };
const FIELDS = SCHEMA.get('Message') ?? [];

/** Kinds that no person reads: changes of other messages, keys, settings, and copies. */
const UNREAD = [
  ...['reactionMessage', 'encReactionMessage', 'pollUpdateMessage', 'keepInChatMessage', 'pinInChatMessage'],
  ...['protocolMessage', 'secretEncryptedMessage', 'encCommentMessage', 'encEventResponseMessage'],
  ...['statusStickerInteractionMessage', 'statusNotificationMessage', 'senderKeyDistributionMessage'],
  ...[
    'fastRatchetKeySenderKeyDistributionMessage',
    'messageContextInfo',
    'deviceSentMessage',
    'albumMessage',
  ],
  ...['stickerSyncRmrMessage', 'messageHistoryBundle', 'messageHistoryNotice', 'call', 'chat'],
];
/** Their body is null without a caption. */
const FILES = ['image', 'video', 'audio', 'document'];

/** Undefined for a field without a value. */
type Write = (name: string, type: string) => unknown;

/** A value of the field, of what `write` makes. Without the context, which quotes other messages. */
function filled(within: string, { name, type, isRepeated }: ProtoField, write: Write, depth = 5): unknown {
  const one = typedValue(within, name, type, write, depth);
  return isRepeated && one !== undefined ? [one, one] : one;
}

function typedValue(within: string, name: string, type: string, write: Write, depth: number): unknown {
  const inner = typeNamed(SCHEMA, within, type);
  if (inner === null) return write(name, type);
  if (depth === 0 || name === 'contextInfo') return undefined;
  // A message inside a message is a text.
  const fields = inner === 'Message' ? [CONVERSATION] : (SCHEMA.get(inner) ?? []);
  const parts = fields.map((field) => [field.name, filled(inner, field, write, depth - 1)]);
  const values = parts.filter(([, value]) => value !== undefined);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

const CONVERSATION = { name: 'conversation', type: 'string', isRepeated: false };
const NUMBER = /^(u?int|s?fixed|sint)(32|64)$/;

/** Every value, and each text as `text` makes it. */
function everything(text: (name: string) => string): Write {
  return (name, type) => {
    if (type === 'string') return text(name);
    if (type === 'bytes') return Buffer.from('bytes');
    if (type === 'bool') return true;
    if (type === 'double' || type === 'float') return 1.5;
    return NUMBER.test(type) ? 3 : undefined;
  };
}

const overTheLine = (content: proto.IMessage) => {
  const bytes = proto.Message.encode(proto.Message.fromObject(content)).finish();
  return decodePlaintext(Buffer.concat([bytes, Buffer.from([1])]));
};

test('the schema has every kind', () => {
  expect(FIELDS.length).toBe(Object.keys(proto.Message.prototype).length - 1); // without toJSON
});

const READ = FIELDS.filter(({ name }) => !UNREAD.includes(name));

test.each(READ)('$name is read when it has texts', (field) => {
  const message = overTheLine({
    [field.name]:
      filled(
        'Message',
        field,
        everything((name) => `Kata di ${name}`),
      ) ?? {},
  });

  const content = readContent(message);

  expect(content?.body ?? null).not.toBe(UNSUPPORTED_BODY);
  if (content?.body == null) expect(FILES).toContain(content?.type);
});

/** Ids, addresses and forms, of the network or of the parts that a message has beside its text. */
const MACHINE =
  /(id|jid|url|path|type|space|vcard|data|from|participant|lg|lc|codeIso4217|token|hash|emojis|bility\w+|filename)$/i;

test.each(READ)('each text of $name alone is kept, or is for machines', (field) => {
  const names = new Set<string>();
  filled('Message', field, (name, type) => type === 'string' && names.add(name));

  const lost = [...names].filter((name) => {
    const write: Write = (each, type) => (each === name && type === 'string' ? 'Dua kata' : undefined);
    const message = overTheLine({ [field.name]: filled('Message', field, write) });
    const content = readContent(message);
    if (content?.body === UNSUPPORTED_BODY) return true;
    return !JSON.stringify([content, readDetails(message, own)]).includes('Dua kata') && !MACHINE.test(name);
  });

  const isFile = FILES.some((type) => readContent({ [field.name]: {} })?.type === type);
  expect(isFile ? [] : lost).toEqual([]);
});

test.each(UNREAD)('%s is no message of a person', (name) => {
  const field = FIELDS.find((each) => each.name === name);

  // The new text of an edit is a message.
  const depth = name === 'protocolMessage' ? 1 : 5;
  const content = field && {
    [name]: filled(
      'Message',
      field,
      everything(() => 'Dua kata'),
      depth,
    ),
  };

  expect(content && readContent(overTheLine(content))).toBeNull();
});

const JSON_TEXT = '{"a":{"b":[[[[1]]]]},"id":7,"sections":7,"order":{"items":[7,{}]}}';

test.each(FIELDS)('hostile values of $name break nothing, and have bounds', (field) => {
  const long = `\u0000\uD800"{}[]${'x \n'.repeat(40_000)}`;
  const hostile = [
    {
      [field.name]:
        filled(
          'Message',
          field,
          everything(() => long),
        ) ?? {},
    },
    { [field.name]: {} },
    {
      [field.name]: filled(
        'Message',
        field,
        everything(() => JSON_TEXT),
      ),
    },
  ];

  for (const content of hostile as proto.IMessage[]) {
    const message = proto.Message.fromObject(content);
    const read = readContent(message);
    const details = readDetails(message, own);

    // The text that a person typed is cut where messages are stored.
    expect(read === null || typeof read.type === 'string').toBe(true);
    expect(details === null ? 0 : (detailsJson(details)?.length ?? 0)).toBeLessThan(70_000);
  }
});
