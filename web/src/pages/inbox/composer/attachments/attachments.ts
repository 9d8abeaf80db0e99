import { useSyncExternalStore } from 'react';
import type { Schema } from '../../../../api/schemas.ts';
import { uploadFile } from '../../../../api/upload.ts';
import { keepDraft, readDraft } from '../drafts.ts';
import type { StoredFile } from '../outbox.ts';

type Media = Schema<'UploadedMedia'>;

/** A file of a reply that is not sent yet. */
export type Attachment = Omit<StoredFile, 'media'> &
  (
    | { state: 'uploading'; file: File; preview: string; share: number; stop: () => void }
    | { state: 'failed'; file: File; preview: string; problem: unknown }
    /** After a reload the gateway has its preview. */
    | { state: 'ready'; media: Media; preview: string | null }
  );

/** Of a reply: its user and conversation. */
export interface Place {
  userId: string;
  id: string;
}

export const MAX_FILES = 10;
/** Others wait: a browser has six connections to a server, and the page needs some. */
const MAX_AT_ONCE = 2;

const lists = new Map<string, readonly Attachment[]>();
const listeners = new Set<() => void>();
const waiting: (() => void)[] = [];
let running = 0;

/** They go on while the user looks at another conversation, and are in the draft once they are stored. */
export const useAttachments = (place: Place): readonly Attachment[] =>
  useSyncExternalStore(subscribe, () => read(place));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns how many found no room. */
export function addFiles(place: Place, files: readonly File[], isVoice = false): number {
  const taken = files.slice(0, MAX_FILES - read(place).length);
  for (const file of taken) {
    const preview = URL.createObjectURL(file);
    void start(place, { key: crypto.randomUUID(), caption: '', isVoice, file, preview }, null);
  }
  return files.length - taken.length;
}

/** A file that the gateway has. False: there is no room. */
export function addStored(place: Place, media: Media): boolean {
  const list = read(place);
  if (list.length >= MAX_FILES) return false;
  const file = { key: crypto.randomUUID(), caption: '', isVoice: false, media } as const;
  set(place, [...list, { ...file, state: 'ready', preview: null }]);
  return true;
}

/** Any file can be a document. */
export function uploadAgain(place: Place, key: string, type: Media['type'] | null): void {
  const found = read(place).find((each) => each.key === key);
  if (found?.state === 'failed') void start(place, found, type);
}

export function setCaption(place: Place, key: string, caption: string): void {
  put(place, key, (each) => ({ ...each, caption }));
}

export function removeAttachment(place: Place, key: string): void {
  const found = read(place).find((each) => each.key === key);
  if (found?.state === 'uploading') found.stop();
  if (found?.preview) URL.revokeObjectURL(found.preview);
  set(
    place,
    read(place).filter((each) => each.key !== key),
  );
}

type New = Omit<Attachment & { state: 'failed' }, 'state' | 'problem'>;

async function start(
  place: Place,
  { key, caption, isVoice, file, preview }: New,
  type: Media['type'] | null,
): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const added: Attachment = {
    key,
    caption,
    isVoice,
    file,
    preview,
    state: 'uploading',
    share: 0,
    stop: () => abort.abort(),
  };
  const own = ({ caption: present }: Attachment) => ({ key, caption: present, isVoice, preview });
  if (!put(place, key, () => added)) set(place, [...read(place), added]);
  const onProgress = (share: number) =>
    put(place, key, (each) => (each.state === 'uploading' ? { ...each, share } : each));
  try {
    const stored = await inTurn(() => uploadFile(file, { type, signal, onProgress }));
    // The same file may be stored under its own type already.
    const media = { ...stored, type: type ?? stored.type };
    put(place, key, (each) => ({ ...own(each), state: 'ready', media }));
  } catch (problem) {
    put(place, key, (each) => ({ ...own(each), state: 'failed', file, problem }));
  }
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** False: it is not there, or was removed. */
function put(place: Place, key: string, change: (present: Attachment) => Attachment): boolean {
  const list = read(place);
  if (!list.some((each) => each.key === key)) return false;
  set(
    place,
    list.map((each) => (each.key === key ? change(each) : each)),
  );
  return true;
}

const nameOf = ({ userId, id }: Place) => `${userId} ${id}`;

function read(place: Place): readonly Attachment[] {
  const known = lists.get(nameOf(place));
  if (known) return known;
  const now = Date.now();
  const kept = readDraft(place.userId, place.id, 'files')
    .filter(({ media }) => Date.parse(media.expires_at) > now)
    .map((file) => ({ ...file, state: 'ready', preview: null }) as const);
  lists.set(nameOf(place), kept);
  return kept;
}

function set(place: Place, list: readonly Attachment[]): void {
  lists.set(nameOf(place), list);
  keepDraft(place.userId, place.id, 'files', storedIn(list));
  for (const listener of listeners) listener();
}

export const storedIn = (list: readonly Attachment[]): StoredFile[] =>
  list.flatMap((each) => {
    if (each.state !== 'ready') return [];
    const { key, caption, isVoice, media } = each;
    return [{ key, caption, isVoice, media }];
  });
