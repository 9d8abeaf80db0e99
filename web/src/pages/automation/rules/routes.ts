import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';

const rulesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/rules',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
});

export const rulesRoutes = [rulesRoute] as const;
