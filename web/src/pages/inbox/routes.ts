import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { readSearch } from './search.ts';

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'inbox',
  validateSearch: readSearch,
  component: lazyRouteComponent(
    withTexts('inbox', () => import('./inbox-page.tsx')),
    'InboxPage',
  ),
});

const noConversationRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/',
  component: lazyRouteComponent(
    withTexts('inbox', () => import('./inbox-page.tsx')),
    'NoConversation',
  ),
});

const conversationRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$conversationId',
  component: lazyRouteComponent(
    withTexts('chat', () => import('./conversation-page.tsx')),
    'ConversationPage',
  ),
});

export const inboxRoutes = inboxRoute.addChildren([noConversationRoute, conversationRoute]);
