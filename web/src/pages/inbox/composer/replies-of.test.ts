import { expect, test } from 'vitest';
import type { StoredFile } from './outbox.ts';
import { repliesOf } from './replies-of.ts';

const fileOf = (type: StoredFile['media']['type'], caption = '', isVoice = false): StoredFile => ({
  ...{ key: type, caption, isVoice },
  media: {
    ...{
      id: type,
      type,
      mimetype: '',
      file_name: '',
      size: 1,
      sha256: '',
      has_thumbnail: false,
      expires_at: '',
    },
  },
});
const [picture, note] = [fileOf('image'), fileOf('audio', '', true)];

test.each<[string, string, StoredFile[], object[]]>([
  ['a text alone', 'Halo', [], [{ type: 'text', body: 'Halo' }]],
  ['a file alone', ' ', [picture], [{ type: 'image', media_id: 'image' }]],
  [
    'a text is the caption of one file',
    'Ini',
    [picture],
    [{ type: 'image', media_id: 'image', body: 'Ini' }],
  ],
  [
    'too long for a caption',
    'x'.repeat(1_025),
    [picture],
    [
      { type: 'image', media_id: 'image' },
      { type: 'text', body: 'x'.repeat(1_025) },
    ],
  ],
  [
    'a voice note has no caption',
    'Halo',
    [note],
    [
      { type: 'audio', media_id: 'audio', voice: true },
      { type: 'text', body: 'Halo' },
    ],
  ],
  [
    'several files, each with its own',
    'Halo',
    [fileOf('image', 'Satu'), fileOf('document')],
    [
      { type: 'image', media_id: 'image', body: 'Satu' },
      { type: 'document', media_id: 'document' },
      { type: 'text', body: 'Halo' },
    ],
  ],
])('%s', (_name, text, files, expected) => {
  const replies = repliesOf(text, files);

  expect(replies.map(({ reply }) => reply)).toEqual(expected);
});
