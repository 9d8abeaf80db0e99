import { Outlet } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';
import { SpanFields } from './span-fields.tsx';

/** How much was asked, how fast it was answered, and by whom. */
export function ReportsPage() {
  const t = useTexts('reports.page');
  const tabs = (
    <TabNav label={t('title')}>
      <TabLink to="/reports" search activeOptions={{ exact: true, includeSearch: false }}>
        {t('messages')}
      </TabLink>
      <TabLink to="/reports/chats" search activeOptions={{ includeSearch: false }}>
        {t('chats')}
      </TabLink>
      <TabLink to="/reports/people" search activeOptions={{ includeSearch: false }}>
        {t('people')}
      </TabLink>
      <TabLink to="/reports/ratings" search activeOptions={{ includeSearch: false }}>
        {t('ratings')}
      </TabLink>
      <TabLink to="/reports/assistant" search activeOptions={{ includeSearch: false }}>
        {t('assistant')}
      </TabLink>
      <TabLink to="/reports/costs" search activeOptions={{ includeSearch: false }}>
        {t('costs')}
      </TabLink>
      <TabLink to="/entry-points/figures">{t('entryPoints')}</TabLink>
    </TabNav>
  );
  return (
    <Page title={t('title')} lead={t('lead')} tabs={tabs} actions={<SpanFields />}>
      <Outlet />
    </Page>
  );
}
