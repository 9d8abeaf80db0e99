export interface Choice {
  id: string;
  title: string;
  description?: string;
}

/** A message as the gateway shows it to its visitor. */
export interface Message {
  id: string;
  from: 'visitor' | 'business';
  by: null | 'bot' | 'person';
  type: string;
  text: string | null;
  choices: Choice[] | null;
  /** `url` null: the gateway has it. */
  file: { url: string | null; name: string } | null;
  at: string;
  status: 'sent' | 'delivered' | 'read' | null;
}

export interface Page {
  /** The oldest first. */
  messages: Message[];
  has_more: boolean;
}

/** What a visitor writes. */
export interface Draft {
  /** Made here, so that a repeated call stores one message. */
  id: string;
  text: string;
  choice?: { message: string; id: string };
  contact?: { name: string; phone: string };
}

/** A random UUID. `crypto.randomUUID` is missing on pages without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The newest messages take the place of the same and of all later ones. Without a common one there is a gap. */
export function withNewest(known: readonly Message[], newest: readonly Message[]): Message[] {
  const ids = new Set(newest.map(({ id }) => id));
  const first = known.findIndex(({ id }) => ids.has(id));
  return first === -1 ? [...newest] : [...known.slice(0, first), ...newest];
}

/** Messages before the known ones. */
export function withEarlier(known: readonly Message[], earlier: readonly Message[]): Message[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...earlier.filter(({ id }) => !ids.has(id)), ...known];
}
