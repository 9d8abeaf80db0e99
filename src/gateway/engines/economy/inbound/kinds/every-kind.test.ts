import { proto } from 'baileys';
import { expect, test } from 'vitest';
import {
  everything,
  FIELDS,
  filled,
  UNREAD,
  type Write,
} from '../../../../../../test/harness/proto-values.ts';
import { detailsJson } from '../../../../messages/inbound/details.ts';
import { UNSUPPORTED_BODY } from '../../../customer-content.ts';
import { decodePlaintext, readContent } from '../content.ts';
import { readDetails } from '../details.ts';

const own = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };

/** Their body is null without a caption. */
const FILES = ['image', 'video', 'audio', 'document'];

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
