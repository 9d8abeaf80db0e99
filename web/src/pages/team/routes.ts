import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

export const teamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'team',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('team', () => import('./team-page.tsx')),
    'TeamPage',
  ),
});
