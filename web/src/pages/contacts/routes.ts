import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { contactSearch } from './search.ts';

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'contacts',
  beforeLoad: onlyFor('admin'),
});

const listRoute = createRoute({
  getParentRoute: () => contactsRoute,
  path: '/',
  validateSearch: contactSearch,
  component: lazyRouteComponent(
    withTexts('contacts', () => import('./contacts-page.tsx')),
    'ContactsPage',
  ),
});

const importRoute = createRoute({
  getParentRoute: () => contactsRoute,
  path: 'import',
  component: lazyRouteComponent(
    withTexts('contacts', () => import('./import-page.tsx')),
    'ImportPage',
  ),
});

const oneRoute = createRoute({
  getParentRoute: () => contactsRoute,
  path: '$id',
  component: lazyRouteComponent(
    withTexts('contacts', () => import('./contact-page.tsx')),
    'ContactPage',
  ),
});

export const contactRoutes = contactsRoute.addChildren([listRoute, importRoute, oneRoute]);
