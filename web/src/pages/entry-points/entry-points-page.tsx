import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';

/** Chat links, widgets, and how many chats came through each. */
export function EntryPointsPage() {
  const t = useTexts('entryPoints.page');
  const tabs = (
    <TabNav label={t('title')}>
      <TabLink to="/entry-points" activeOptions={{ exact: true }}>
        {t('links')}
      </TabLink>
      <TabLink to="/entry-points/widgets">{t('widgets')}</TabLink>
      <TabLink to="/entry-points/figures">{t('figures')}</TabLink>
    </TabNav>
  );
  return (
    <Page title={t('title')} lead={t('lead')} tabs={tabs}>
      <Outlet />
    </Page>
  );
}
