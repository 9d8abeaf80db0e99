import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';

export const devicesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'devices',
  component: lazyRouteComponent(() => import('./devices-page.tsx'), 'DevicesPage'),
});
