import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute, onlyFor } from '../../../app-route.tsx';
import { withTexts } from '../../../texts/language.ts';
import { faqSearch, textSearch } from './faqs/search.ts';
import { gapSearch } from './gaps/search.ts';
import { resultSearch } from './results/search.ts';
import { trySearch } from './try/search.ts';

const frameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automation/assistant',
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./assistant-frame.tsx')),
    'AssistantFrame',
  ),
});

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./overview/overview-page.tsx')),
    'OverviewPage',
  ),
});

const faqsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'faqs',
  validateSearch: faqSearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./faqs/faqs-page.tsx')),
    'FaqsPage',
  ),
});

const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'faqs/import',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./faqs/import/import-page.tsx')),
    'ImportPage',
  ),
});

const documentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'documents',
  validateSearch: textSearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./documents/documents-page.tsx')),
    'DocumentsPage',
  ),
});

const documentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'documents/$documentId',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./documents/document-page.tsx')),
    'DocumentPage',
  ),
});

const sitesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'sites',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./sites/sites-page.tsx')),
    'SitesPage',
  ),
});

const siteRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'sites/$siteId',
  validateSearch: textSearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./sites/site-page.tsx')),
    'SitePage',
  ),
});

const tablesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'tables',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./tables/tables-page.tsx')),
    'TablesPage',
  ),
});

const tableRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'tables/$tableId',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./tables/table-page.tsx')),
    'TablePage',
  ),
});

const tryRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'try',
  validateSearch: trySearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./try/try-page.tsx')),
    'TryPage',
  ),
});

const testsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'tests',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./tests/tests-page.tsx')),
    'TestsPage',
  ),
});

const gapsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'gaps',
  validateSearch: gapSearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./gaps/gaps-page.tsx')),
    'GapsPage',
  ),
});

const resultsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'results',
  validateSearch: resultSearch,
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./results/results-page.tsx')),
    'ResultsPage',
  ),
});

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'settings',
  component: lazyRouteComponent(
    withTexts('assistant', () => import('./settings/settings-page.tsx')),
    'SettingsPage',
  ),
});

export const assistantRoutes = [
  frameRoute.addChildren([
    ...([overviewRoute, faqsRoute, importRoute, documentsRoute, documentRoute] as const),
    ...([sitesRoute, siteRoute, tablesRoute, tableRoute] as const),
    ...([tryRoute, testsRoute, gapsRoute, resultsRoute, settingsRoute] as const),
  ]),
] as const;
