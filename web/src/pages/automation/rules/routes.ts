import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';
import { withTexts } from '../../../texts/language.ts';

const rulesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/rules',
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string } =>
    edit === undefined || edit === '' ? {} : { edit: String(edit) },
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('rules', () => import('./rules-page.tsx')),
    'RulesPage',
  ),
});

export const rulesRoutes = [rulesRoute] as const;
