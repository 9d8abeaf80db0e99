/** A broadcast that is being written, as the form has it. Kept in this browser. */
export interface Draft {
  name: string;
  deviceUuid: string;
  text: string;
  tags: readonly string[];
  contacts: readonly { id: number; label: string }[];
  /** Seconds, as typed. */
  delayMin: string;
  delayMax: string;
  /** Empty: now. Else the local time of the browser, such as `2026-01-31T09:00`. */
  startsAt: string;
}

/** What each part of the form gets. */
export interface DraftProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

export const EMPTY_DRAFT: Draft = {
  ...{
    name: '',
    deviceUuid: '',
    text: '',
    tags: [],
    contacts: [],
    delayMin: '5',
    delayMax: '20',
    startsAt: '',
  },
};

const keyOf = (userId: string) => `kurir-broadcast-draft-${userId}`;

/** The draft of this user in this browser. */
export function readDraft(userId: string): Draft {
  try {
    return { ...EMPTY_DRAFT, ...JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function writeDraft(userId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A full or blocked storage keeps no draft, and the form still works.
  }
}

export function dropDraft(userId: string): void {
  localStorage.removeItem(keyOf(userId));
}

/** The body of a preview or, with its name, of a creation. A local time becomes an instant. */
export function bodyOf({ name, deviceUuid, text, tags, contacts, delayMin, delayMax, startsAt }: Draft) {
  return {
    name: name.trim(),
    device_uuid: deviceUuid,
    message_template: text,
    tags: [...tags],
    contact_ids: contacts.map(({ id }) => id),
    delay_min_seconds: secondsOf(delayMin),
    delay_max_seconds: secondsOf(delayMax),
    scheduled_at: startsAt === '' ? null : new Date(startsAt).toISOString(),
  };
}

/** Null: the gateway chooses. */
const secondsOf = (text: string) => (text.trim() === '' ? null : Number(text));

export const hasRecipients = ({ tags, contacts }: Draft) => tags.length + contacts.length > 0;

/** What a preview needs. */
export const isPreviewable = (draft: Draft) =>
  draft.deviceUuid !== '' && draft.text.trim() !== '' && hasRecipients(draft);
