import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';
import { withTexts } from '../../../texts/language.ts';

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/settings',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('automation', () => import('./settings-page.tsx')),
    'AutomationSettingsPage',
  ),
});

export const automationSettingsRoutes = [settingsRoute] as const;
