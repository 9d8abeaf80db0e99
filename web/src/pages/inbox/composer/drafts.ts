/** Unsent texts by conversation, in this browser. The oldest one makes room. */
const MAX_DRAFTS = 200;
const MAX_LENGTH = 65_536;

export type DraftKind = 'reply' | 'note';

type Drafts = Record<string, string>;

const nameOf = (userId: string) => `kurir.drafts.${userId}`;

export function readDraft(userId: string, conversationId: string, kind: DraftKind): string {
  return all(userId)[`${conversationId} ${kind}`] ?? '';
}

/** An empty text removes the draft. */
export function keepDraft(userId: string, conversationId: string, kind: DraftKind, text: string): void {
  const key = `${conversationId} ${kind}`;
  const { [key]: _, ...others } = all(userId);
  const drafts = text === '' ? others : { ...others, [key]: text.slice(0, MAX_LENGTH) };
  const kept = Object.entries(drafts).slice(-MAX_DRAFTS);
  try {
    localStorage.setItem(nameOf(userId), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full storage keeps the earlier drafts. The text stays in its field.
  }
}

function all(userId: string): Drafts {
  try {
    return JSON.parse(localStorage.getItem(nameOf(userId)) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}
