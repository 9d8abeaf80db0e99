import { keepUnsent, readUnsent } from '../../../session/unsent.ts';
import type { Message } from '../thread/history.ts';
import type { StoredFile } from './outbox.ts';

/** What is not sent yet, by conversation, in this browser. The oldest one makes room. */
const MAX_DRAFTS = 200;
const MAX_LENGTH = 65_536;
const NAME = 'drafts';

export type DraftKind = 'reply' | 'note';

interface Draft extends Record<DraftKind, string> {
  quote: Message | null;
  files: readonly StoredFile[];
}

const EMPTY: Draft = { reply: '', note: '', quote: null, files: [] };

export function readDraft<Part extends keyof Draft>(userId: string, id: string, part: Part): Draft[Part] {
  return (all(userId)[`${id} ${part}`] ?? EMPTY[part]) as Draft[Part]; // as keepDraft wrote it
}

/** The texts of replies, by conversation. Reads the storage once. */
export function draftsOf(userId: string): (id: string) => string {
  const drafts = all(userId);
  return (id) => String(drafts[`${id} reply`] ?? '').trim();
}

/** An empty value removes its part of the draft. */
export function keepDraft<Part extends keyof Draft>(
  userId: string,
  id: string,
  part: Part,
  value: Draft[Part],
): void {
  const key = `${id} ${part}`;
  const { [key]: _, ...others } = all(userId);
  const isEmpty = value === null || ('length' in Object(value) && Object(value).length === 0);
  const kept = typeof value === 'string' ? value.slice(0, MAX_LENGTH) : value;
  const drafts = isEmpty ? others : { ...others, [key]: kept };
  keepUnsent(userId, NAME, Object.fromEntries(Object.entries(drafts).slice(-MAX_DRAFTS)));
}

const all = (userId: string) => (readUnsent(userId, NAME) ?? {}) as Record<string, unknown>; // as keepDraft wrote it
