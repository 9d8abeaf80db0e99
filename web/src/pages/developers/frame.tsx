import type { ReactNode } from 'react';
import { gatewayPath } from '../../place.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';

/** The title and the tabs of all pages for developers. */
export function DevelopersFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useTexts('developers.page');
  const tabs = (
    <TabNav label={t('title')}>
      <TabLink to="/developers" activeOptions={{ exact: true }}>
        {t('keys')}
      </TabLink>
      <TabLink to="/developers/webhooks">{t('webhooks')}</TabLink>
      <TabLink to="/developers/requests">{t('requests')}</TabLink>
      <TabLink to="/developers/first-call">{t('firstCall')}</TabLink>
    </TabNav>
  );
  const lead = (
    <>
      {t('lead')} <OutLink path="/docs">{t('reference')}</OutLink> ·{' '}
      <OutLink path="/guides/">{t('guides')}</OutLink>
    </>
  );
  return (
    <Page title={t('title')} lead={lead} tabs={tabs} {...(actions && { actions })}>
      {children}
    </Page>
  );
}

/** A page of the gateway that is no part of the dashboard. */
export function OutLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a
      href={gatewayPath(path)}
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap text-accent underline underline-offset-4"
    >
      {children}
    </a>
  );
}
