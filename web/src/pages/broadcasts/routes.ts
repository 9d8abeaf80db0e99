import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { type Stage, stageOf } from './stages.ts';

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
  component: lazyRouteComponent(
    withTexts('broadcasts', () => import('./broadcasts-page.tsx')),
    'BroadcastsPage',
  ),
});

const newRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: 'new',
  validateSearch: ({ copy, stage }): { copy?: number; stage?: Stage } => {
    const known = stageOf(stage);
    if (!Number.isSafeInteger(copy) || Number(copy) < 1) return {};
    return { copy: Number(copy), ...(known && { stage: known }) };
  },
  component: lazyRouteComponent(
    withTexts('broadcasts', () => import('./composer-page.tsx')),
    'ComposerPage',
  ),
});

const optOutsRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: 'opt-outs',
  component: lazyRouteComponent(
    withTexts('broadcasts', () => import('./opt-outs-page.tsx')),
    'OptOutsPage',
  ),
});

const broadcastRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: '$id',
  validateSearch: ({ stage }): { stage?: Stage } => {
    const known = stageOf(stage);
    return known ? { stage: known } : {};
  },
  component: lazyRouteComponent(
    withTexts('broadcasts', () => import('./broadcast-page.tsx')),
    'BroadcastPage',
  ),
});

const changeRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: '$id/edit',
  component: lazyRouteComponent(
    withTexts('broadcasts', () => import('./composer-page.tsx')),
    'ChangePage',
  ),
});

export const broadcastRoutes = broadcastsRoute.addChildren([
  listRoute,
  newRoute,
  optOutsRoute,
  broadcastRoute,
  changeRoute,
]);
