import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/settings',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'AutomationSettingsPage'),
});

export const automationSettingsRoutes = [settingsRoute] as const;
