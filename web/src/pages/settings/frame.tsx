import type { ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';

/** The title and the tabs of all settings. Agents have their profile and their macros. */
export function SettingsFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useTexts('settings.page');
  const [isAdmin, isOwner] = [useMay('admin'), useMay('owner')];
  const tabs = (
    <TabNav label={t('title')}>
      <TabLink to="/settings" activeOptions={{ exact: true }}>
        {t('profile')}
      </TabLink>
      {isAdmin && (
        <>
          <TabLink to="/settings/conversations">{t('conversations')}</TabLink>
          <TabLink to="/settings/labels">{t('labels')}</TabLink>
          <TabLink to="/settings/contact-fields">{t('contactFields')}</TabLink>
          <TabLink to="/settings/chat-fields">{t('chatFields')}</TabLink>
          <TabLink to="/settings/canned-replies">{t('cannedReplies')}</TabLink>
        </>
      )}
      <TabLink to="/settings/macros">{t('macros')}</TabLink>
      {isAdmin && <TabLink to="/settings/business-hours">{t('businessHours')}</TabLink>}
      {isOwner && <TabLink to="/settings/data">{t('data')}</TabLink>}
    </TabNav>
  );
  return (
    <Page title={t('title')} tabs={tabs} {...(actions && { actions })}>
      {children}
    </Page>
  );
}
