import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from '../../app-route.tsx';
import { withTexts } from '../../texts/language.ts';

export interface SandboxPlace {
  /** Number of the phone whose screen is shown. */
  phone?: string;
  /** Number of the other side of the open chat. */
  chat?: string;
  /** Id of an official number, in place of a phone. */
  official?: string;
}

/** A number in an address is parsed as one. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const sandboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'sandbox',
  validateSearch: ({ phone, chat, official }): SandboxPlace => ({
    ...(textOf(phone) && { phone: textOf(phone) }),
    ...(textOf(chat) && { chat: textOf(chat) }),
    ...(textOf(official) && { official: textOf(official) }),
  }),
  beforeLoad: ({ context }) => {
    if (context.session.user.account.kind !== 'sandbox') throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(
    withTexts('sandbox', () => import('./sandbox-page.tsx')),
    'SandboxPage',
  ),
});
