import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

export const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'usage',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('usage', () => import('./usage-page.tsx')),
    'UsagePage',
  ),
});
