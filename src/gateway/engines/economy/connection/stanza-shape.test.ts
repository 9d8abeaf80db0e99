import { expect, test } from 'vitest';
import { shapeOf } from './stanza-shape.ts';

test('a stanza is drawn without numbers, keys and texts', () => {
  const options = { tag: 'passkey_request_options', attrs: {}, content: Buffer.alloc(120) };
  const shape = shapeOf({
    tag: 'notification',
    attrs: {
      id: '4711',
      type: 'passkey_prologue_request',
      from: '6281234567890@s.whatsapp.net',
      reason: '62812345',
    },
    content: [options, { tag: 'body', attrs: { notify: 'Budi' }, content: 'Halo' }],
  });

  expect(shape).toBe(
    '<notification id type=passkey_prologue_request from reason><passkey_request_options>(120)<body notify>(4)',
  );
});

test('a long stanza is cut', () => {
  const content = Array.from({ length: 900 }, () => ({ tag: 'user', attrs: {} }));

  expect(shapeOf({ tag: 'list', attrs: {}, content })).toMatch(/^<list>(<user>)+.{0,6}…$/);
});
