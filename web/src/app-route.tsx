import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { asProblem } from './api/problem.ts';
import { queryClient } from './api/query-client.ts';
import { loadRareTexts } from './api/rare-texts.ts';
import { positionQuery } from './live/position.ts';
import { isAtLeast, type Role, sessionQuery } from './session/session.ts';
import { Shell } from './shell/shell.tsx';
import { loadTexts } from './texts/language.ts';
import { Failed } from './ui/states.tsx';

export const rootRoute = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <Failed problem={error} retry={reset} />,
});

/** Everything that needs a session. A page below it belongs to `pages/`. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      const [session] = await Promise.all([
        queryClient.ensureQueryData(sessionQuery),
        loadTexts('shared'),
        queryClient.ensureQueryData(positionQuery),
      ]);
      return { session };
    } catch (error) {
      if (asProblem(error).code !== 'login_required') {
        await loadRareTexts();
        throw error;
      }
      const isStart = location.pathname === '/';
      throw redirect({ to: '/log-in', search: isStart ? {} : { next: location.href } });
    }
  },
});

/** For `beforeLoad` of a page: users of a lower role go to their start page. */
export const onlyFor =
  (least: Role) =>
  ({ context }: { context: { session: { user: { role: Role } } } }) => {
    if (!isAtLeast(context.session.user.role, least)) throw redirect({ to: '/' });
  };
