import { UnusableSession } from '../../moved-session.ts';

export const torn = (place: string, what: string): UnusableSession =>
  new UnusableSession('torn', `${place} ${what}. Stop the old gateway, then copy its session again.`);
