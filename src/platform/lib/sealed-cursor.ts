import { FieldErrors } from './errors.ts';
import type { SecretBox } from './secret-box.ts';

interface Box {
  box: SecretBox;
}

/** Encrypted, because row ids count over all accounts. Tied to `list`. */
export function sealCursor({ box }: Box, list: string, place: readonly number[]): string {
  return box.seal(Buffer.from(JSON.stringify(place)), dataOf(list)).toString('base64url');
}

/** Throws FieldErrors for another text, and for the cursor of another list. */
export function openCursor({ box }: Box, list: string, cursor: string): readonly number[] {
  try {
    return JSON.parse(box.open(Buffer.from(cursor, 'base64url'), dataOf(list)).toString()) as number[]; // sealed above
  } catch {
    throw new FieldErrors({ cursor: ['must be the next_cursor of an earlier answer'] });
  }
}

const dataOf = (list: string) => `cursor of ${list}`;
