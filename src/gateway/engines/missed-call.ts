import type { ContentDetails } from './content-kinds.ts';
import { textOf } from './content-text.ts';

export function missedCall(video: boolean) {
  const call = { action: 'missed' as const, video, title: null, starts_at: null, seconds: null };
  const details: ContentDetails = { kind: 'call', note: null, call };
  return { type: 'text' as const, body: textOf(details), details };
}
