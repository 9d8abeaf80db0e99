import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { auditSearch } from './search.ts';

export const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'audit',
  beforeLoad: onlyFor('admin'),
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
