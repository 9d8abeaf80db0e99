import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { readSpan } from './span.ts';

const frameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'reports',
  beforeLoad: onlyFor('admin'),
  validateSearch: readSpan,
  component: lazyRouteComponent(
    withTexts('reports', () => import('./reports-page.tsx')),
    'ReportsPage',
  ),
});

const messagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./messages/messages-view.tsx')),
    'MessagesView',
  ),
});

const chatsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'chats',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./chats-view.tsx')),
    'ChatsView',
  ),
});

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'people',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./people-view.tsx')),
    'PeopleView',
  ),
});

const ratingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'ratings',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./ratings-view.tsx')),
    'RatingsView',
  ),
});

const assistantRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'assistant',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./assistant-view.tsx')),
    'AssistantView',
  ),
});

const costsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'costs',
  component: lazyRouteComponent(
    withTexts('reports', () => import('./costs/costs-view.tsx')),
    'CostsView',
  ),
});

export const reportsRoute = frameRoute.addChildren([
  messagesRoute,
  chatsRoute,
  peopleRoute,
  ratingsRoute,
  assistantRoute,
  costsRoute,
]);
