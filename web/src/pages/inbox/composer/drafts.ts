import { keepUnsent, readUnsent } from '../../../session/unsent.ts';

/** Unsent texts by conversation, in this browser. The oldest one makes room. */
const MAX_DRAFTS = 200;
const MAX_LENGTH = 65_536;
const NAME = 'drafts';

export type DraftKind = 'reply' | 'note';

type Drafts = Record<string, string>;

export function readDraft(userId: string, conversationId: string, kind: DraftKind): string {
  return all(userId)[`${conversationId} ${kind}`] ?? '';
}

/** An empty text removes the draft. */
export function keepDraft(userId: string, conversationId: string, kind: DraftKind, text: string): void {
  const key = `${conversationId} ${kind}`;
  const { [key]: _, ...others } = all(userId);
  const drafts = text === '' ? others : { ...others, [key]: text.slice(0, MAX_LENGTH) };
  keepUnsent(userId, NAME, Object.fromEntries(Object.entries(drafts).slice(-MAX_DRAFTS)));
}

const all = (userId: string): Drafts => (readUnsent(userId, NAME) ?? {}) as Drafts; // as keepDraft wrote it
