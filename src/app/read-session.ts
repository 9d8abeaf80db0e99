import type { ReadSession } from '../gateway/engines/moved-session.ts';

/** Rare: its packages are not part of each process. */
export const readSession: ReadSession = async (source, phone) => {
  const reader = await import('../gateway/engines/economy/moving-in/read-session.ts');
  return reader.readSession(source, phone);
};
