import type { Schema } from '../api/schemas.ts';
import { hasText, type Key } from '../texts/translate.ts';
import type { Tone } from '../ui/badge.tsx';

type Device = Schema<'Device'>;
type Reason = Key<'shared.deviceReasons'>;

const TONES: Record<Device['status'], Tone> = {
  provisioned: 'neutral',
  qr_pending: 'accent',
  connected: 'good',
  disconnected: 'warn',
  banned: 'bad',
};

/** A connected device that may not send everything is not well. */
export function toneOf({ status, reason }: Device): Tone {
  return status === 'connected' && reason !== null ? 'warn' : TONES[status];
}

/** The key of the text for a reason; `unknown` for a code that this version does not know. */
export function reasonKey(reason: string): Reason {
  const key = reason.replace(':', '_');
  return isReason(key) ? key : 'unknown';
}

const isReason = (key: string): key is Reason => hasText('shared.deviceReasons', key);
