import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, ok, setCsrfToken } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';

export type Session = Schema<'Session'>;
export type Role = Session['user']['role'];

const RANKS: Record<Role, number> = { agent: 0, admin: 1, owner: 2 };

/** Throws a Problem with the code login_required without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const session = await ok(api.GET('/app/api/session'));
    setCsrfToken(session.csrf_token);
    return session;
  },
});

/** The user of the page. Only below the routes that need a session. */
export function useMe(): Session['user'] {
  return useSuspenseQuery(sessionQuery).data.user;
}

/** Whether a role is this one or a higher one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return RANKS[role] >= RANKS[least];
}

export function useMay(least: Role): boolean {
  return isAtLeast(useMe().role, least);
}

/** Ends the session here, or all sessions of the user. */
export async function logOut(everywhere = false): Promise<void> {
  await ok(
    api.DELETE('/app/api/session', { params: { query: { everywhere: everywhere ? 'true' : 'false' } } }),
  );
  queryClient.clear();
}
