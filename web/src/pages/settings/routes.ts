import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings',
  component: lazyRouteComponent(
    withTexts(
      'session',
      withTexts(
        'settings',
        withTexts('push', () => import('./profile/profile-page.tsx')),
      ),
    ),
    'ProfilePage',
  ),
});

const conversationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/conversations',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./conversations/conversations-page.tsx')),
    'ConversationsPage',
  ),
});

const labelsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/labels',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./labels/labels-page.tsx')),
    'LabelsPage',
  ),
});

const contactFieldsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/contact-fields',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./contact-fields/contact-fields-page.tsx')),
    'ContactFieldsPage',
  ),
});

const chatFieldsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/chat-fields',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./contact-fields/contact-fields-page.tsx')),
    'ChatFieldsPage',
  ),
});

const macrosRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/macros',
  component: lazyRouteComponent(
    withTexts('settings', () => import('./macros/macros-page.tsx')),
    'MacrosPage',
  ),
});

const cannedRepliesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/canned-replies',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./canned-replies/canned-replies-page.tsx')),
    'CannedRepliesPage',
  ),
});

const businessHoursRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/business-hours',
  validateSearch: ({ device }): { device?: string } => (typeof device === 'string' ? { device } : {}),
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./business-hours/business-hours-page.tsx')),
    'BusinessHoursPage',
  ),
});

const dataRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings/data',
  beforeLoad: onlyFor('owner'),
  component: lazyRouteComponent(
    withTexts('settings', () => import('./data/data-page.tsx')),
    'DataPage',
  ),
});

export const settingsRoutes = [
  profileRoute,
  conversationsRoute,
  labelsRoute,
  contactFieldsRoute,
  chatFieldsRoute,
  cannedRepliesRoute,
  macrosRoute,
  businessHoursRoute,
  dataRoute,
] as const;
