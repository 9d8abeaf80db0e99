import { expect, test } from 'vitest';
import { bodyOf, EMPTY_DRAFT, isPreviewable } from './draft.ts';

const draft = { ...EMPTY_DRAFT, name: ' Promo ', deviceUuid: 'd', text: 'Halo', tags: ['vip'] };

test('a draft becomes the body of a broadcast', () => {
  const body = bodyOf({ ...draft, contacts: [{ id: 7, label: 'Budi' }], delayMin: '', delayMax: '9' });

  expect(body).toEqual({
    ...{ name: 'Promo', device_uuid: 'd', tags: ['vip'], contact_ids: [7] },
    ...{ type: 'text', message_template: 'Halo' },
    ...{ delay_min_seconds: null, delay_max_seconds: 9, scheduled_at: null, quiet_hours: null },
  });
});

test('a template replaces the text, with all its values', () => {
  const template = { name: 'promo', language: 'id', variables: { '1': '{nama}' } };
  const chosen = { ...draft, text: '', isTemplate: true, template };

  expect(bodyOf(chosen)).toMatchObject({ template });
  expect(bodyOf(chosen)).not.toHaveProperty('message_template');
  expect(isPreviewable(chosen)).toBe(true);
  expect(isPreviewable({ ...chosen, template: { ...template, variables: { '1': ' ' } } })).toBe(false);
  expect(isPreviewable({ ...chosen, template: null })).toBe(false);
});

test('a file makes the text its caption, and sound goes out as a document', () => {
  const facts = { mimetype: 'image/jpeg', file_name: 'a.jpg', size: 9, sha256: '', has_thumbnail: true };
  const file = { id: 'f', type: 'image' as const, expires_at: '2030-01-01T00:00:00Z', ...facts };

  expect(bodyOf({ ...draft, file })).toMatchObject({
    ...{ type: 'image', media_id: 'f', message_template: 'Halo' },
  });
  const sound = bodyOf({ ...draft, text: ' ', file: { ...file, type: 'audio' } });
  expect(sound).toMatchObject({ type: 'document', message_template: null });
  expect(isPreviewable({ ...draft, text: '', file })).toBe(true);
});

test('the start is a local time', () => {
  const { scheduled_at } = bodyOf({ ...draft, startsAt: '2026-01-31T09:00' });

  expect(scheduled_at).toBe(new Date(2026, 0, 31, 9).toISOString());
});

test('a start that is no time is left to the gateway', () => {
  expect(bodyOf({ ...draft, startsAt: '20266-01-31T09:00' }).scheduled_at).toBe('20266-01-31T09:00');
});

test.each([
  ['a complete draft', {}, true],
  ['no device', { deviceUuid: '' }, false],
  ['no text', { text: '  ' }, false],
  ['no recipients', { tags: [] }, false],
])('%s can be previewed: %s', (_name, change, expected) => {
  expect(isPreviewable({ ...draft, ...change })).toBe(expected);
});
