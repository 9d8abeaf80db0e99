import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

/** `add` opens the dialog for a new device. */
export const devicesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'devices',
  validateSearch: ({ add }): { add?: true } => (add === true ? { add } : {}),
  component: lazyRouteComponent(
    withTexts('devices', () => import('./devices-page.tsx')),
    'DevicesPage',
  ),
});

export const deviceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'devices/$deviceUuid',
  component: lazyRouteComponent(
    withTexts('devices', () => import('./device-page.tsx')),
    'DevicePage',
  ),
});
