import type { Schema } from '../../api/schemas.ts';
import { isFilled } from '../../devices/template-choice.ts';
import type { Quiet } from '../../hours/quiet-fields.tsx';
import { keepUnsent, readUnsent } from '../../session/unsent.ts';
import { fromLocalInput, toLocalInput } from '../../texts/local-input.ts';
import type { Broadcast, Media } from './queries.ts';
import type { Wave } from './stages.ts';

/** A broadcast that is being written, as the form has it. Kept in this browser. */
export interface Draft {
  name: string;
  deviceUuid: string;
  text: string;
  /** With it, the text is its caption. */
  file: Media | null;
  /** Only of an official number: `template` replaces `text`. */
  isTemplate: boolean;
  template: Schema<'SentTemplate'> | null;
  tags: readonly string[];
  contacts: readonly { id: number; label: string }[];
  /** Recipients of another broadcast, in place of tags and contacts. */
  earlier: { id: number; name: string; stage: Wave } | null;
  /** A segment, in place of tags and contacts. Empty: none. */
  segment: string;
  /** Seconds, as typed. */
  delayMin: string;
  delayMax: string;
  /** Empty: now. Else the local time of the browser, such as `2026-01-31T09:00`. */
  startsAt: string;
  /** Nothing is sent then. */
  quiet: Quiet;
}

/** What each part of the form gets. */
export interface DraftProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  deviceUuid: '',
  text: '',
  file: null,
  isTemplate: false,
  template: null,
  tags: [],
  contacts: [],
  earlier: null,
  segment: '',
  delayMin: '5',
  delayMax: '20',
  startsAt: '',
  quiet: null,
};

const NAME = 'broadcast';

/** The draft of this user in this browser, or an empty one with the quiet hours of the account. */
export function readDraft(userId: string, quiet: Quiet): Draft {
  const kept = readUnsent(userId, NAME);
  // Another version of the dashboard may have written it.
  if (!isSameShape(kept, EMPTY_DRAFT)) return { ...EMPTY_DRAFT, quiet };
  const isGone = kept.file !== null && Date.parse(kept.file.expires_at) < Date.now();
  return isGone ? { ...kept, file: null } : kept;
}

function isSameShape<Shape extends object>(value: unknown, shape: Shape): value is Shape {
  const kindsOf = (of: object) =>
    Object.keys(shape).map((key) => {
      const part: unknown = (of as Record<string, unknown>)[key]; // missing parts are undefined
      return Array.isArray(part) ? 'list' : typeof part;
    });
  return typeof value === 'object' && value !== null && `${kindsOf(value)}` === `${kindsOf(shape)}`;
}

export function writeDraft(userId: string, draft: Draft): void {
  keepUnsent(userId, NAME, draft);
}

export function dropDraft(userId: string): void {
  keepUnsent(userId, NAME, null);
}

const MAX_NAME = 255;

/** The same message, to recipients of that broadcast. */
export function draftOf(broadcast: Broadcast, file: Media | null, stage: Wave): Draft {
  const { id, name, device_uuid, message_template, template = null } = broadcast;
  return {
    name: `${name.slice(0, MAX_NAME - 4)} (2)`,
    deviceUuid: device_uuid,
    text: template ? '' : message_template,
    file,
    isTemplate: template !== null,
    template,
    tags: [],
    contacts: [],
    earlier: { id, name, stage },
    segment: '',
    delayMin: String(broadcast.delay_min_seconds),
    delayMax: String(broadcast.delay_max_seconds),
    startsAt: '',
    quiet: broadcast.quiet_hours,
  };
}

/** As it is, for changes before the start. */
export const presentDraft = (broadcast: Broadcast, file: Media | null): Draft => ({
  ...draftOf(broadcast, file, 'all'),
  name: broadcast.name,
  startsAt: toLocalInput(broadcast.scheduled_at),
});

/** The body of a preview or, with its name, of a creation. A local time becomes an instant. */
export function bodyOf(draft: Draft) {
  return { device_uuid: draft.deviceUuid, ...changesOf(draft) };
}

function recipientsOf({ tags, contacts, earlier, segment }: Draft) {
  if (earlier) return { recipients_of: { broadcast_id: earlier.id, stage: earlier.stage } };
  if (segment !== '') return { segment_id: segment };
  return { tags: [...tags], contact_ids: contacts.map(({ id }) => id) };
}

function contentOf({ isTemplate, template, text, file }: Draft) {
  if (isTemplate) return { template };
  if (!file) return { type: 'text', message_template: text } as const;
  // Phones show no text beside sound.
  const type = file.type === 'audio' ? 'document' : file.type;
  return { type, media_id: file.id, message_template: text.trim() === '' ? null : text };
}

/** For a test to oneself. */
export const messageOf = (draft: Draft) => ({ device_uuid: draft.deviceUuid, ...contentOf(draft) });

/** What may change before the start of the broadcast with this id. Its present recipients are not sent again. */
export const changesOf = (draft: Draft, id?: number) => ({
  name: draft.name.trim(),
  ...contentOf(draft),
  delay_min_seconds: secondsOf(draft.delayMin),
  delay_max_seconds: secondsOf(draft.delayMax),
  scheduled_at: fromLocalInput(draft.startsAt),
  quiet_hours: draft.quiet,
  ...(draft.earlier && draft.earlier.id === id ? {} : recipientsOf(draft)),
});

/** Null: the gateway chooses. */
const secondsOf = (text: string) => (text.trim() === '' ? null : Number(text));

export const hasRecipients = ({ tags, contacts, earlier, segment }: Draft) =>
  earlier !== null || segment !== '' || tags.length + contacts.length > 0;

export const hasMessage = ({ isTemplate, template, text, file }: Draft) =>
  isTemplate ? template !== null && isFilled(template) : file !== null || text.trim() !== '';

/** Whether the chosen start is behind: the gateway would send at once. */
export const hasPassed = ({ startsAt }: Pick<Draft, 'startsAt'>) => Date.parse(startsAt) < Date.now();

/** What a preview needs. */
export const isPreviewable = (draft: Draft) =>
  draft.deviceUuid !== '' && hasMessage(draft) && hasRecipients(draft);
