import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';
import { messageSearch } from './search.ts';

export const messagesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'messages',
  validateSearch: messageSearch,
  component: lazyRouteComponent(
    withTexts('messages', () => import('./messages-page.tsx')),
    'MessagesPage',
  ),
});
