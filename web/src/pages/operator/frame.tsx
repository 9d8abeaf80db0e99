import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';
import { healthQuery } from './queries.ts';

/** The title, the tabs, and a line that tells these pages from those of the own account. */
export function OperatorFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useTexts('operator.page');
  const { account } = useMe();
  const warnings = useQuery(healthQuery).data?.warnings.length ?? 0;
  const pages = (
    <TabNav label={t('title')}>
      <TabLink to="/operator" activeOptions={{ exact: true, includeSearch: false }}>
        {t('accounts')}
      </TabLink>
      <TabLink to="/operator/plans">{t('plans')}</TabLink>
      <TabLink to="/operator/rates">{t('rates')}</TabLink>
      <TabLink to="/operator/health">
        {t('health')}{' '}
        {warnings > 0 && (
          <Badge tone="warn" className="ml-1.5">
            {warnings}
            <span className="sr-only"> {t('warnings', { count: warnings })}</span>
          </Badge>
        )}
      </TabLink>
      <TabLink to="/operator/backups">{t('backups')}</TabLink>
    </TabNav>
  );
  const tabs = (
    <>
      <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
        <Server className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          {t('whole')} {t('ownAccount')} <bdi>{account.name}</bdi>.
        </span>
      </p>
      {pages}
    </>
  );
  return (
    <Page title={t('title')} tabs={tabs} width="wide" {...(actions && { actions })}>
      {children}
    </Page>
  );
}
