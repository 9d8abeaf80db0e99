import { expect, test } from 'vitest';
import { bodyOf, draftOf, newDraft, newReply, previewOf } from './draft.ts';
import type { Rule } from './rule.ts';

const RULE: Rule = {
  ...{ id: 'a', kind: 'keyword', name: 'Harga', enabled: false, priority: 7, match: 'fuzzy' },
  patterns: ['harga', 'price, list'],
  replies: [
    { type: 'text', body: 'Halo', media_url: null, media_id: null, interactive: null },
    { type: 'image', body: null, media_url: 'https://toko.example/a.png', media_id: null, interactive: null },
    {
      type: 'button',
      body: 'Pilih',
      media_url: null,
      media_id: null,
      interactive: { header: 'Menu', buttons: [{ id: 'x', title: 'Merah' }] },
    },
  ],
  device_uuids: ['d'],
  hours: 'open',
  schedule: { days: ['sunday'], from: '18:00', to: null, from_date: null, until_date: null },
  conditions: {
    ...{ customer: 'new', language: 'id', after_broadcast: true },
    ...{ has_labels: ['vip'], lacks_labels: [], has_tags: [], lacks_tags: ['x'] },
    ...{ entry_point_ids: ['e'], ad_ids: ['1'] },
  },
  cooldown_seconds: 7_200,
  ...{ greet_after_days: null, greet_always: false, interrupts_flows: true, start_flow: 'f' },
  ...{ hand_off: false, add_labels: ['harga'], remove_labels: [] },
  ...{ never_answers: null, created_at: '', updated_at: '' },
};

test('a rule that is opened and saved stays as it is', () => {
  const {
    id: _id,
    never_answers: _never,
    created_at: _created,
    updated_at: _updated,
    replies,
    ...rest
  } = RULE;

  const saved = bodyOf(draftOf(RULE));

  expect(saved).toMatchObject(rest);
  expect(saved.replies).toEqual([
    { type: 'text', body: 'Halo' },
    { type: 'image', media_url: 'https://toko.example/a.png', media_id: null, body: null },
    { type: 'button', body: 'Pilih', interactive: replies[2]?.interactive },
  ]);
});

test('a new rule without conditions is for all, and an away text is for closed hours', () => {
  const draft = newDraft('away', { replies: [newReply('Tutup')], hand_off: true, patterns: 'x' });

  expect(bodyOf(draft)).toMatchObject({
    ...{ kind: 'away', hours: 'closed', conditions: null, schedule: null, device_uuids: null },
    ...{ hand_off: false, patterns: [] },
  });
});

test('a preview fills variables, and leaves unknown ones as they are', () => {
  expect(previewOf('Halo {{customer.first_name|Kak}} di {{device.label}} {{x}} {nama}', 'Kasir')).toBe(
    'Halo Budi di Kasir {{x}} Budi Santoso',
  );
});
