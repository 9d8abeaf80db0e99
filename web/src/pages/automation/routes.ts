import { createRoute, redirect } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { assistantRoutes } from './assistant/routes.ts';
import { flowsRoutes } from './flows/routes.ts';
import { rulesRoutes } from './rules/routes.ts';
import { automationSettingsRoutes } from './settings/routes.ts';

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation',
  beforeLoad: () => {
    throw redirect({ to: '/automation/assistant', replace: true });
  },
});

export const automationRoutes = [
  ...([startRoute, ...assistantRoutes, ...rulesRoutes] as const),
  ...([...flowsRoutes, ...automationSettingsRoutes] as const),
] as const;
