import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';

export const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'audit',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
