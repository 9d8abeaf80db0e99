import { expect, test } from 'vitest';
import { testClock } from '../../../test/harness/context.ts';
import { createEconomyDriver } from '../../engines/economy/driver.ts';
import type { EngineDriver, EngineKind } from '../../engines/engine.ts';
import { createOfficialDriver } from '../../engines/official-cloud/driver.ts';
import { silentLog } from '../../lib/log.ts';
import { CAPABILITIES, judge } from './capabilities.ts';

const DRIVERS: Record<EngineKind, () => EngineDriver> = {
  economy: () =>
    createEconomyDriver({
      whatsappUrl: 'wss://localhost/ws/chat',
      versions: [],
      media: { fetch: () => Promise.reject(new Error('nothing is fetched here')) },
      log: silentLog,
      clock: testClock(),
      random: () => 0,
    }),
  official_cloud: () =>
    createOfficialDriver({
      graph: { call: () => Promise.reject(new Error('nothing is called here')), close: async () => {} },
      media: { fetch: () => Promise.reject(new Error('nothing is fetched here')) },
      healthMs: 1000,
      log: silentLog,
      clock: testClock(),
      random: () => 0,
    }),
};

test.each(Object.entries(DRIVERS))(
  'what is queued for %s is exactly what its driver sends',
  (kind, create) => {
    const { sends, once } = CAPABILITIES[create().kind];

    expect([...sends].sort()).toEqual([...create().sends].sort());
    expect(once).toBe(create().transport === 'calls');
    expect(create().kind).toBe(kind);
  },
);

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
  expect(refusedBy({ ...message, interactive: {} })).toEqual(['economy', 'official_cloud']);
});
