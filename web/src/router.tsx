import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute, rootRoute } from './app-route.tsx';
import { auditRoute } from './pages/audit/routes.ts';
import { automationRoutes } from './pages/automation/routes.ts';
import { broadcastRoutes } from './pages/broadcasts/routes.ts';
import { contactRoutes } from './pages/contacts/routes.ts';
import { developersRoutes } from './pages/developers/routes.ts';
import { deviceRoute, devicesRoute } from './pages/devices/routes.ts';
import { entryPointRoutes } from './pages/entry-points/routes.ts';
import { inboxRoutes } from './pages/inbox/routes.ts';
import { messagesRoute } from './pages/messages/routes.ts';
import { operatorRoutes } from './pages/operator/routes.ts';
import { reportsRoute } from './pages/reports/routes.ts';
import { sandboxRoute } from './pages/sandbox/routes.ts';
import { settingsRoutes } from './pages/settings/routes.ts';
import { teamRoute } from './pages/team/routes.ts';
import { usageRoute } from './pages/usage/routes.ts';
import { APP_PATH } from './place.ts';
import { isWithoutDevice } from './session/first-page.ts';
import { forgetSession } from './session/session.ts';
import { withTexts } from './texts/language.ts';
import { NoPage } from './ui/no-page.tsx';
import { Skeleton } from './ui/states.tsx';

const logInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/log-in',
  validateSearch: ({ next, problem }): { next?: string; problem?: string } => ({
    ...(typeof next === 'string' && { next }),
    ...(typeof problem === 'string' && { problem }),
  }),
  onEnter: forgetSession,
  component: lazyRouteComponent(
    withTexts('session', () => import('./session/log-in-page.tsx')),
    'LogInPage',
  ),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyRouteComponent(
    withTexts('session', () => import('./session/link-page.tsx')),
    'LinkPage',
  ),
});

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const isNew = await isWithoutDevice(context.session.user.role);
    throw redirect({ to: isNew ? '/devices' : '/inbox', replace: true });
  },
});

/** In the order of their names. */
const pageRoutes = [
  auditRoute,
  ...automationRoutes,
  broadcastRoutes,
  contactRoutes,
  ...developersRoutes,
  devicesRoute,
  deviceRoute,
  ...entryPointRoutes,
  inboxRoutes,
  messagesRoute,
  operatorRoutes,
  reportsRoute,
  sandboxRoute,
  ...settingsRoutes,
  teamRoute,
  usageRoute,
] as const;

const tree = rootRoute.addChildren([
  logInRoute,
  linkRoute,
  appRoute.addChildren([startRoute, ...pageRoutes]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: APP_PATH,
  // What a page does not know leaves the address. Without this, values that a page refuses reach it all the same.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Skeleton className="p-6" lines={6} />,
  defaultNotFoundComponent: NoPage,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
