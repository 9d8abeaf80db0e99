import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { api, ok, setCsrfToken } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';
import { enter } from './enter.ts';
import { isLeaving } from './leaving.ts';
import { forgetUnsent } from './unsent.ts';

export type Session = Schema<'Session'>;
export type Role = Session['user']['role'];

const RANKS: Record<Role, number> = { agent: 0, admin: 1, owner: 2 };

/** Throws a Problem with the code login_required without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const session = await call('GET /session');
    setCsrfToken(session.csrf_token);
    tellOtherTabs(session.user.id);
    return session;
  },
});

const CHANNEL = 'kurir-session';

function tellOtherTabs(userId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

/** Asks for the session when another tab has one of another user. */
export function followOtherTabs(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<string>) => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.user.id !== data) void followSession();
  };
}

/** The user of the page. Only below the routes that need a session. */
export function useMe(): Session['user'] {
  return useSuspenseQuery(sessionQuery).data.user;
}

/** Another log-in of the same user has another one. */
export function useSessionToken(): string {
  return useSuspenseQuery(sessionQuery).data.csrf_token;
}

/** Whether a role is this one or a higher one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return RANKS[role] >= RANKS[least];
}

export function useMay(least: Role): boolean {
  return isAtLeast(useMe().role, least);
}

/** Whether the user can log in again without a link. */
export const isWayBack = ({ has_password, has_oidc }: Session['user']) => has_password || has_oidc;

/** Ends the session here, or all sessions of the user. Leads to the log-in, also from a form with changes. */
export async function logOut(everywhere = false): Promise<void> {
  await call('DELETE /session', { query: { everywhere: everywhere ? 'true' : 'false' } });
  const me = queryClient.getQueryData(sessionQuery.queryKey)?.user;
  if (me) forgetUnsent(me.id);
  enter('/log-in');
}

/** Forgets the user whose session has ended, when the page has been left. */
export function forgetSession(): void {
  setCsrfToken('');
  queryClient.clear();
}

let following: Promise<void> | null = null;

/**
 * Another tab of this browser has logged in. Another user gets another page, so that no page mixes two users. The
 * same user goes on, with everything typed. Does nothing when the gateway does not answer.
 */
export function followSession(): Promise<void> {
  following ??= follow().finally(() => {
    following = null;
  });
  return following;
}

async function follow(): Promise<void> {
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  if (known === undefined || isLeaving()) return;
  // Meanwhile other calls of this page stay refused.
  const call = ok(api.GET('/app/api/session', { headers: { 'x-csrf-token': '' } }));
  const session = await call.catch(() => null);
  if (session === null) return;
  if (session.user.id !== known.user.id) return enter();
  setCsrfToken(session.csrf_token);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await queryClient.invalidateQueries();
}
