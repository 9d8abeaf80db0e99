/** What business and person see of a message with choices. */
export interface Interactive {
  kind: 'buttons' | 'list' | 'link' | 'location_request' | 'product' | 'product_list' | 'catalog' | 'flow';
  header: string | null;
  footer: string | null;
  /** Of a list or a link. */
  button: string | null;
  /** Of a link. */
  url: string | null;
  /** An empty title: the phone has its own words. */
  choices: { id: string; title: string; description: string | null; section: string | null }[];
}

export interface ScreenFile {
  mimetype: string | null;
  name: string | null;
  size: number;
}

/** A stored message of either network. Reactions, edits and deletions name their target. */
export interface Item {
  id: string;
  engine: 'economy' | 'official_cloud';
  from_phone: boolean;
  type: string;
  text: string | null;
  /** Milliseconds since 1970. */
  at: number;
  /** By the other side. */
  read: boolean;
  file: ScreenFile | null;
  quote: { id: string; text: string | null } | null;
  interactive: Interactive | null;
  target: string | null;
}
