import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

const frameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'entry-points',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./entry-points-page.tsx')),
    'EntryPointsPage',
  ),
});

const linksRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./links/links-view.tsx')),
    'LinksView',
  ),
});

const widgetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'widgets',
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./widgets/widgets-view.tsx')),
    'WidgetsView',
  ),
});

const figuresRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'figures',
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./figures/figures-view.tsx')),
    'FiguresView',
  ),
});

const newWidgetRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'entry-points/widgets/new',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./widgets/widget-page.tsx')),
    'NewWidgetPage',
  ),
});

const widgetRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'entry-points/widgets/$widgetId',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('entryPoints', () => import('./widgets/widget-page.tsx')),
    'WidgetPage',
  ),
});

export const entryPointRoutes = [
  frameRoute.addChildren([linksRoute, widgetsRoute, figuresRoute]),
  newWidgetRoute,
  widgetRoute,
] as const;
