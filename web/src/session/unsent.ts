import { isLeaving } from './leaving.ts';

/** Texts of a user that are not sent yet, in this browser. A log-out removes them: the next user may be another. */
const nameOf = (userId: string, what: string) => `kurir.unsent.${userId}.${what}`;

/** Null when there is nothing readable. The caller knows the shape. */
export function readUnsent(userId: string, what: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(userId, what)) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes it. After a log-out nothing is kept. A full or blocked storage keeps what was there before. */
export function keepUnsent(userId: string, what: string, value: unknown): void {
  if (isLeaving()) return;
  try {
    if (value === null) localStorage.removeItem(nameOf(userId, what));
    else localStorage.setItem(nameOf(userId, what), JSON.stringify(value));
  } catch {
    // The page still has it.
  }
}

export function forgetUnsent(userId: string): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(nameOf(userId, ''))) localStorage.removeItem(name);
  }
}
