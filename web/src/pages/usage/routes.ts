import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'usage',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
});
