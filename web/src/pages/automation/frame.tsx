import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';

/** The head of the assistant, the rules, the flows and their settings. */
export function AutomationFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useTexts('shared.automation');
  const tabs = (
    <TabNav label={t('title')}>
      <TabLink to="/automation/assistant">{t('assistant')}</TabLink>
      <TabLink to="/automation/rules">{t('rules')}</TabLink>
      <TabLink to="/automation/flows">{t('flows')}</TabLink>
      <TabLink to="/automation/settings">{t('settings')}</TabLink>
    </TabNav>
  );
  return (
    <Page title={t('title')} lead={t('lead')} tabs={tabs} actions={actions}>
      {children}
    </Page>
  );
}
