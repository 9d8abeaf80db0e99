import { expect, test } from 'vitest';
import { judge } from './engine-refusals.ts';

const ENVELOPE = { device_uuid: 'a', to: '081234567890' };
const refusedBy = (message: Parameters<typeof judge>[0]) => [...judge(message).refusals.keys()];

test('a text that every engine takes names none', () => {
  expect(refusedBy({ ...ENVELOPE, type: 'text', body: 'a'.repeat(4_096) })).toEqual([]);
});

test('characters are counted only as far as they matter: 4096 of two units each are no more than 4096', () => {
  const message = { ...ENVELOPE, type: 'text' as const, body: '𝒳'.repeat(4_096) };

  expect(refusedBy(message)).toEqual([]);
  expect(refusedBy({ ...message, body: `${message.body}a` })).toEqual(['official_cloud']);
});

test('choices that are fine are refused by the engine without choices only, others by all', () => {
  const message = { ...ENVELOPE, type: 'button' as const, body: 'Pilih' };

  expect(refusedBy({ ...message, interactive: { buttons: [{ id: 'a', title: 'Ya' }] } })).toEqual([
    'economy',
  ]);
  expect(refusedBy({ ...message, interactive: {} })).toEqual(['economy', 'official_cloud', 'widget']);
});
