import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';

const broadcastsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'broadcasts',
  beforeLoad: onlyFor('admin'),
});

const listRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: '/',
  validateSearch: ({ page }): { page?: number } =>
    Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {},
  component: lazyRouteComponent(() => import('./broadcasts-page.tsx'), 'BroadcastsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: 'new',
  component: lazyRouteComponent(() => import('./composer-page.tsx'), 'ComposerPage'),
});

const optOutsRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: 'opt-outs',
  component: lazyRouteComponent(() => import('./opt-outs-page.tsx'), 'OptOutsPage'),
});

const broadcastRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: '$id',
  component: lazyRouteComponent(() => import('./broadcast-page.tsx'), 'BroadcastPage'),
});

export const broadcastRoutes = broadcastsRoute.addChildren([
  listRoute,
  newRoute,
  optOutsRoute,
  broadcastRoute,
]);
