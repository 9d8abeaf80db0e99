import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery-status.ts';
import { readRequestSearch } from './requests/search.ts';

const beforeLoad = onlyFor('admin');

const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'developers',
  beforeLoad,
  component: lazyRouteComponent(
    withTexts('developers', () => import('./keys/keys-page.tsx')),
    'KeysPage',
  ),
});

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'developers/webhooks',
  beforeLoad,
  component: lazyRouteComponent(
    withTexts('developers', () => import('./webhooks/webhooks-page.tsx')),
    'WebhooksPage',
  ),
});

interface LogSearch {
  status?: DeliveryStatus;
  /** The delivery that is open. */
  delivery?: number;
}

const logRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'developers/webhooks/$webhookId',
  beforeLoad,
  validateSearch: ({ status, delivery }): LogSearch => {
    const known = DELIVERY_STATUSES.find((each) => each === status);
    return {
      ...(known && { status: known }),
      ...(Number.isSafeInteger(delivery) && { delivery: Number(delivery) }),
    };
  },
  component: lazyRouteComponent(
    withTexts('developers', () => import('./webhooks/log-page.tsx')),
    'LogPage',
  ),
});

const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'developers/requests',
  beforeLoad,
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(
    withTexts('developers', () => import('./requests/requests-page.tsx')),
    'RequestsPage',
  ),
});

const samplesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'developers/first-call',
  beforeLoad,
  component: lazyRouteComponent(
    withTexts('developers', () => import('./samples/samples-page.tsx')),
    'SamplesPage',
  ),
});

export const developersRoutes = [keysRoute, webhooksRoute, logRoute, requestsRoute, samplesRoute];
