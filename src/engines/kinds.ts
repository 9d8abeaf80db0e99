import { SECOND } from '../lib/clock.ts';
import { MEDIA_TYPES } from '../lib/media/formats.ts';

export type MessageType = 'text' | 'image' | 'document' | 'audio' | 'video' | 'button' | 'list';

/** What the other features know about an engine. */
export interface EngineFacts {
  /** Whether a device gets its number by the scan of a QR; otherwise by credentials. */
  pairsByQr: boolean;
  sends: ReadonlySet<MessageType>;
  /** Types that go through `prepare` before their first send. */
  prepares: ReadonlySet<MessageType>;
  /** Longest text, in code points. */
  maxText: number;
  /**
   * - line: one connection per device; a message sent again under its id arrives once; acks, receipts and inbound messages are events.
   * - calls: one HTTP call per message, answered by `send`; a message sent again arrives twice, so an unknown outcome is final.
   */
  transport: 'line' | 'calls';
  /** Whether receipts and inbound messages come as HTTP calls of the provider, not as events of the session. */
  needsCallbacks: boolean;
  /** Messages of one device in flight. */
  window: number;
  /** Messages that a device sends in a second, or the setting that says it. */
  perSecond: number | 'KURIR_CLOUD_MESSAGES_PER_SECOND';
  /** The provider's limit per recipient, enforced together with `perSecond`; null: the provider has none. */
  recipientPace: { burst: number; intervalMs: number } | null;
  /** Whether a young number may send only a few broadcast messages an hour. */
  throttled: boolean;
}

const KINDS = {
  economy: {
    pairsByQr: true,
    sends: new Set(['text', ...MEDIA_TYPES]),
    prepares: new Set(MEDIA_TYPES),
    maxText: 65_536,
    transport: 'line',
    needsCallbacks: false,
    window: 30,
    perSecond: 30,
    recipientPace: null,
    throttled: true,
  },
  official_cloud: {
    pairsByQr: false,
    sends: new Set(['text', ...MEDIA_TYPES, 'button', 'list']),
    prepares: new Set(MEDIA_TYPES),
    maxText: 4_096,
    transport: 'calls',
    needsCallbacks: true,
    window: 128,
    perSecond: 'KURIR_CLOUD_MESSAGES_PER_SECOND',
    recipientPace: { burst: 45, intervalMs: 6 * SECOND },
    throttled: false,
  },
} as const satisfies Record<string, EngineFacts>;

export type EngineKind = keyof typeof KINDS;

/** The only table of engines: a new engine is one entry here and one driver. */
export const ENGINE_KINDS: Readonly<Record<EngineKind, EngineFacts>> = KINDS;

/** The kinds as a list. */
export const KIND_NAMES = Object.keys(KINDS) as EngineKind[]; // the keys of that very constant

/** Messages that a device of this engine sends in a second. */
export function perSecondOf(engine: EngineKind, settings: RateSettings): number {
  const { perSecond } = ENGINE_KINDS[engine];
  return typeof perSecond === 'number' ? perSecond : settings[perSecond];
}

type RateSettings = Record<Extract<EngineFacts['perSecond'], string>, number>;
