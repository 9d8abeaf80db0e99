import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { auditSearch } from './search.ts';

export const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'audit',
  beforeLoad: onlyFor('admin'),
  validateSearch: auditSearch,
  component: lazyRouteComponent(
    withTexts('audit', () => import('./audit-page.tsx')),
    'AuditPage',
  ),
});
