import { expect, test } from 'vitest';
import type { PlannedReply } from '../plan.ts';
import { joinTexts } from './answer.ts';

const text = (body: string, by: PlannedReply['by'] = { kind: 'assistant' }): PlannedReply => ({
  type: 'text',
  body,
  by,
});
const notice = text('Admin segera membalas.', { kind: 'notice', is_notice: true });
const picture: PlannedReply = {
  type: 'image',
  body: null,
  media_url: 'https://toko.example/a.png',
  by: { kind: 'rule' },
};
const menu: PlannedReply = { ...text('1. Ya'), choices: [] };
const template: PlannedReply = { ...text('Halo'), template: { name: 'halo', language: 'id', variables: [] } };
const bodies = (replies: readonly PlannedReply[]) => replies.map(({ body }) => body);

test('texts in a row are one text on an official number, also with a text for waiting', () => {
  const joined = joinTexts(
    [text('Halo Kak.'), text('Buka jam 8.'), notice, picture, text('Ini fotonya.')],
    'official_cloud',
  );

  expect(bodies(joined)).toEqual([
    'Halo Kak.\n\nBuka jam 8.\n\nAdmin segera membalas.',
    null,
    'Ini fotonya.',
  ]);
  expect(joined[0]?.by).toEqual({ kind: 'assistant' });
});

test.each([
  ['a menu', [text('Pilih:'), menu]],
  ['a template', [text('Halo'), template, text('Halo')]],
  ['what would be too long together', [text('a'.repeat(3_000)), text('b'.repeat(1_095))]],
])('%s stays a message', (_name, replies) => {
  expect(joinTexts(replies, 'official_cloud')).toEqual(replies);
});

test('other numbers send each text', () => {
  const replies = [text('Halo Kak.'), text('Buka jam 8.')];

  expect(joinTexts(replies, 'economy')).toEqual(replies);
});
