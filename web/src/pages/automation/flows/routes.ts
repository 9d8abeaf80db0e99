import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';

const flowsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/flows',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./flows-page.tsx'), 'FlowsPage'),
});

export const flowsRoutes = [flowsRoute] as const;
