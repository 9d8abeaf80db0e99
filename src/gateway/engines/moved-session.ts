import { MEBIBYTE } from '../../platform/lib/bytes.ts';

/** What moves into a device: the linked device of another gateway, as the engine stores it. */
export interface MovedSession {
  phone: string;
  /** The linked device among those of its number. */
  id: string;
  creds: Uint8Array;
  keys: StoredKey[];
}

export interface StoredKey {
  type: string;
  id: string;
  value: Uint8Array;
}

export type SessionSource = { path: string } | { file: Buffer };

/** `phone` chooses one of several sessions. UnusableSession. */
export type ReadSession = (source: SessionSource, phone: string | null) => Promise<MovedSession>;

/** Of a ZIP, a database or a JSON file. */
export const MAX_SESSION_FILE = 32 * MEBIBYTE;

/** Words for code; the message of the error says more. */
export type SessionProblem =
  | 'unknown_form'
  | 'too_large'
  | 'no_credentials'
  | 'several_sessions'
  | 'torn'
  | 'not_linked'
  | 'no_keys';

/** Nothing of it can be imported. The message is for the user. */
export class UnusableSession extends Error {
  override name = 'UnusableSession';
  readonly problem: SessionProblem;

  constructor(problem: SessionProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
