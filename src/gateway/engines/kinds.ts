import { SECOND } from '../../platform/lib/clock.ts';
import { FILE_KINDS, MEDIA_TYPES } from '../../platform/lib/media/formats.ts';
import { SENT_KIND_NAMES } from './sent-kinds/table.ts';

/** Which each engine sends. */
const COMMON_TYPES = ['text', ...MEDIA_TYPES] as const;
const CONTRACT_TYPES = [...COMMON_TYPES, 'button', 'list'] as const;
export const MESSAGE_TYPES = [...CONTRACT_TYPES, ...SENT_KIND_NAMES] as const;
/** Of a sent message. No call sends them as a type: docs/decisions/0163. */
export const SENT_CHANGES = ['edit', 'deletion'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number] | (typeof SENT_CHANGES)[number];

export interface Capabilities {
  /** Of the contract, with quota and webhooks. Others belong to a widget. */
  isNumber: boolean;
  /** Otherwise devices have credentials. */
  pairsByQr: boolean;
  sends: ReadonlySet<MessageType>;
  prepares: ReadonlySet<MessageType>;
  /** Files that the recipient opens once. */
  sendsViewOnce: boolean;
  /** Approved templates open a closed chat. */
  sendsTemplates: boolean;
  charges: boolean;
  /** In code points. */
  maxText: number;
  /**
   * - line: one connection; a re-send under the same id arrives once; events report everything.
   * - calls: HTTP; a re-send arrives twice, so an unknown outcome is final.
   */
  transport: 'line' | 'calls';
  /** For receipts and inbound messages. */
  needsCallbacks: boolean;
  window: number;
  /** Per device, or the setting that has it. */
  perSecond: number | 'KURIR_CLOUD_MESSAGES_PER_SECOND';
  /** Per recipient; null: no limit. */
  recipientPace: { burst: number; intervalMs: number } | null;
  /** Whether the throttle of broadcasts applies. */
  throttled: boolean;
  /** Whether sessions can look numbers up. */
  checksNumbers: boolean;
  /** Showing typing also marks messages as read. */
  typingMarksRead: boolean;
  /** Whether a device can take part in groups. */
  hasGroups: boolean;
}

const KINDS = {
  economy: {
    isNumber: true,
    pairsByQr: true,
    // Phones do not reliably show business messages of unofficial clients: docs/decisions/0146.
    sends: new Set([...COMMON_TYPES, 'location', 'contacts', 'sticker', 'reaction', ...SENT_CHANGES]),
    prepares: new Set(FILE_KINDS),
    sendsViewOnce: true,
    sendsTemplates: false,
    charges: false,
    maxText: 65_536,
    transport: 'line',
    needsCallbacks: false,
    window: 30,
    perSecond: 30,
    recipientPace: null,
    throttled: true,
    checksNumbers: true,
    typingMarksRead: false,
    hasGroups: true,
  },
  official_cloud: {
    isNumber: true,
    pairsByQr: false,
    sends: new Set(MESSAGE_TYPES),
    prepares: new Set(FILE_KINDS),
    sendsViewOnce: false,
    sendsTemplates: true,
    charges: true,
    maxText: 4_096,
    transport: 'calls',
    needsCallbacks: true,
    window: 128,
    perSecond: 'KURIR_CLOUD_MESSAGES_PER_SECOND',
    recipientPace: { burst: 45, intervalMs: 6 * SECOND },
    throttled: false,
    checksNumbers: false,
    typingMarksRead: true,
    hasGroups: true,
  },
  widget: {
    isNumber: false,
    pairsByQr: false,
    sends: new Set(CONTRACT_TYPES),
    prepares: new Set(),
    sendsViewOnce: false,
    sendsTemplates: false,
    charges: false,
    maxText: 65_536,
    transport: 'line',
    needsCallbacks: true,
    window: 128,
    perSecond: 1_000,
    recipientPace: null,
    throttled: false,
    checksNumbers: false,
    typingMarksRead: false,
    hasGroups: false,
  },
} as const satisfies Record<string, Capabilities>;

export type EngineKind = keyof typeof KINDS;

/** A new engine needs one entry here and one driver. */
export const ENGINE_KINDS: Readonly<Record<EngineKind, Capabilities>> = KINDS;

export const KIND_NAMES = Object.keys(KINDS) as EngineKind[]; // `Object.keys` forgets the type of its keys

const textLimits = KIND_NAMES.map((engine) => KINDS[engine].maxText);

/** Characters of a text for every engine. */
export const MAX_TEXT = Math.min(...textLimits);

/** Characters of a text for at least one engine; the contract names no limit. */
export const LONGEST_TEXT = Math.max(...textLimits);

/** Engines of the contract. */
export const NUMBER_KINDS = KIND_NAMES.filter((engine) => KINDS[engine].isNumber);

/** SQL: is one of NUMBER_KINDS. */
export const isNumberSql = (engine: string) =>
  `${engine} in (${NUMBER_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

const CHARGING = KIND_NAMES.filter((engine) => KINDS[engine].charges);

/** SQL: charges for messages. */
export const chargesSql = (engine: string) =>
  `${engine} in (${CHARGING.map((kind) => `'${kind}'`).join(', ')})`;

/** No idempotency key: a repetition could double a message. */
export const AT_MOST_ONCE = KIND_NAMES.filter((engine) => KINDS[engine].transport === 'calls');

export function perSecondOf(engine: EngineKind, settings: RateSettings): number {
  const { perSecond } = ENGINE_KINDS[engine];
  return typeof perSecond === 'number' ? perSecond : settings[perSecond];
}

type RateSettings = Record<Extract<Capabilities['perSecond'], string>, number>;
