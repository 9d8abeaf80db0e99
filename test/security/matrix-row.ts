import type { LeastCaller } from '../../src/platform/accounts/role.ts';
import type { Scope } from '../../src/platform/accounts/schema.ts';

/** What an id can name. */
export type Kind =
  | 'device'
  | 'unpaired device'
  | 'message'
  | 'file'
  | 'upload'
  | 'partial upload'
  | 'webhook'
  | 'delivery'
  | 'tag'
  | 'contact'
  | 'contact bulk'
  | 'contact field'
  | 'conversation field'
  | 'contact import'
  | 'contact segment'
  | 'broadcast'
  | 'opt-out'
  | 'api key'
  | 'conversation'
  | 'label'
  | 'team'
  | 'template'
  | 'canned reply'
  | 'faq'
  | 'decision'
  | 'evaluation'
  | 'test question'
  | 'document'
  | 'site'
  | 'gap'
  | 'table'
  | 'auto-reply'
  | 'entry point'
  | 'widget'
  | 'flow'
  | 'flow secret'
  | 'flow simulation'
  | 'person'
  | 'erasure'
  | 'export'
  | 'other person'
  | 'user'
  | 'invitation'
  | 'session';

/** A place where a caller may write an id. */
export interface Position {
  in: 'path' | 'query' | 'body';
  name: string;
  kind: Kind;
  /** The value is in a list; a number is no text there. */
  listed?: true;
  /** Null names nothing, and is allowed. */
  nullable?: true;
}

export interface MatrixRow {
  ids: Position[];
  /** Parts of the path that name nothing of an account. */
  fixed?: Record<string, string>;
  /** Parameters of the address that name nothing of an account. */
  query?: Record<string, string>;
  /** A body that is in order, but for its ids. */
  body?: Record<string, unknown>;
  /** A body that is not JSON. */
  raw?: { type: string; text: string };
  /** The only ones whose keys get through. */
  scopes: Scope[];
  /** What the account itself is answered. */
  own: number;
  /** Bytes that a body may have, where that is not the usual. */
  bodyLimit?: number;
  /** The answer for an id of another account, and for an id that does not exist. */
  unknown?: { status: number; error: string | null };
}

/** A PNG of one pixel. */
export const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

export interface StaffRow extends Omit<MatrixRow, 'scopes'> {
  /** `public`: also without a session. `operator`: with any role. */
  least: LeastCaller | 'public';
}
