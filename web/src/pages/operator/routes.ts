import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { accountSearch } from './accounts/search.ts';

const operatorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'operator',
  beforeLoad: ({ context }) => {
    if (!context.session.user.is_operator) throw redirect({ to: '/' });
  },
});

const accountsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/',
  validateSearch: accountSearch,
  component: lazyRouteComponent(
    withTexts('operator', () => import('./accounts/accounts-page.tsx')),
    'AccountsPage',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'accounts/$accountId',
  component: lazyRouteComponent(
    withTexts('operator', () => import('./accounts/account-page.tsx')),
    'AccountPage',
  ),
});

const plansRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'plans',
  component: lazyRouteComponent(
    withTexts('operator', () => import('./plans/plans-page.tsx')),
    'PlansPage',
  ),
});

const ratesRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'rates',
  component: lazyRouteComponent(
    withTexts('operator', () => import('./rates/rates-page.tsx')),
    'RatesPage',
  ),
});

const healthRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'health',
  component: lazyRouteComponent(
    withTexts('operator', () => import('./health/health-page.tsx')),
    'HealthPage',
  ),
});

const backupsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'backups',
  component: lazyRouteComponent(
    withTexts('operator', () => import('./backups/backups-page.tsx')),
    'BackupsPage',
  ),
});

export const operatorRoutes = operatorRoute.addChildren([
  accountsRoute,
  accountRoute,
  plansRoute,
  ratesRoute,
  healthRoute,
  backupsRoute,
]);
