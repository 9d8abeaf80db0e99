import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';

export const teamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'team',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
});
