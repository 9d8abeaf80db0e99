import { useSyncExternalStore } from 'react';
import { asProblem, Problem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { keepUnsent, readUnsent } from '../../../session/unsent.ts';

/** What staff can send here: a text, a stored file, a file by its address, or a template. */
export type Reply = { quote?: number; seen_message_id?: number } & (
  | { type: 'text'; body: string; media_url?: never; template?: never }
  | ({ type: FileType; body?: string; media_url: string; template?: never } & FileOptions)
  | ({ type: FileType; body?: string; media_id: string; media_url?: never; template?: never } & FileOptions)
  | { type: 'template'; body?: never; media_url?: never; template: Schema<'MessageTemplate'> }
);

interface FileOptions {
  voice?: true;
  view_once?: true;
}

/** A file that the gateway has, and what the reply does with it. */
export interface StoredFile {
  key: string;
  caption: string;
  isVoice: boolean;
  media: Schema<'UploadedMedia'>;
}
export const FILE_TYPES = ['image', 'document', 'video', 'audio'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** A reply that the gateway has not accepted. */
export interface OutboxEntry {
  /** Also the Idempotency-Key: the gateway sends a repeated reply once. */
  key: string;
  conversationId: string;
  reply: Reply;
  /** The stored file of the reply. */
  media?: StoredFile['media'];
  at: string;
  state: 'sending' | 'failed';
  /** Why it failed. Null: the page was closed before an answer came. */
  problem: unknown;
}

const NAME = 'outbox';
const MAX_STORED = 50;
const listeners = new Set<() => void>();
let entries: readonly OutboxEntry[] = [];
let owner = '';

/** Shows the unsent replies of this user. Those of an earlier visit can be sent again. */
export function openOutbox(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  entries = stored().map((entry) => ({ ...entry, state: 'failed', problem: readProblem(entry.problem) }));
  for (const listener of listeners) listener();
}

export function putEntry(entry: OutboxEntry): void {
  set((list) => [...list.filter(({ key }) => key !== entry.key), entry]);
}

export function removeEntry(key: string): void {
  set((list) => list.filter((entry) => entry.key !== key));
}

const none: readonly OutboxEntry[] = [];

export function useOutbox(conversationId: string): readonly OutboxEntry[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entries,
  );
  const own = all.filter((entry) => entry.conversationId === conversationId);
  return own.length === 0 ? none : own;
}

/** Changes what is shown here, and what is stored, which also has the replies of other tabs. */
function set(change: (list: readonly OutboxEntry[]) => readonly OutboxEntry[]): void {
  entries = change(entries);
  const kept = change(stored()).slice(-MAX_STORED);
  keepUnsent(
    owner,
    NAME,
    kept.map((entry) => ({ ...entry, problem: entry.problem && storable(entry.problem) })),
  );
  for (const listener of listeners) listener();
}

const stored = (): OutboxEntry[] => (readUnsent(owner, NAME) ?? []) as OutboxEntry[]; // as set() wrote it

function storable(problem: unknown) {
  const { status, code, message } = asProblem(problem);
  return { status, code, message };
}

function readProblem(kept: unknown): Problem | null {
  if (typeof kept !== 'object' || kept === null || !('code' in kept)) return null;
  const { status, code, message } = kept as ReturnType<typeof storable>; // as storable() wrote it
  return new Problem(status, code, message);
}
