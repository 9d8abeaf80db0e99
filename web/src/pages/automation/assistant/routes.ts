import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';

const assistantRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/assistant',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./assistant-page.tsx'), 'AssistantPage'),
});

export const assistantRoutes = [assistantRoute] as const;
