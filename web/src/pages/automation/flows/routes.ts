import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';
import { withTexts } from '../../../texts/language.ts';

const flowsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/flows',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('flows', () => import('./flows-page.tsx')),
    'FlowsPage',
  ),
});

const secretsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/flows/secrets',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('flows', () => import('./secrets/secrets-page.tsx')),
    'SecretsPage',
  ),
});

const editorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/flows/$flowId',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('flows', () => import('./editor/editor-page.tsx')),
    'EditorPage',
  ),
});

export const flowsRoutes = [flowsRoute, secretsRoute, editorRoute] as const;
