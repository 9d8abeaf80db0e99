import type { Schema } from '../../../api/schemas.ts';

/** A group in which no user answers: it has no state, because no customer waits there. */
export const isQuietGroup = ({ chat, owner_state }: Schema<'Conversation'>): boolean =>
  chat === 'group' && owner_state === 'closed';
