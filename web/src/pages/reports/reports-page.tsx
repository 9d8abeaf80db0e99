import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Choice } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { TabLink, TabNav } from '../../ui/tabs.tsx';
import { readSpan, SPANS } from './span.ts';

const route = getRouteApi('/app/reports');

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

/** Days and device, for all tabs. */
function SpanFields() {
  const t = useTexts('reports.page');
  const span = route.useSearch();
  const navigate = useNavigate();
  const { data: devices } = useQuery(devicesQuery);
  const change = (changed: Record<string, unknown>) =>
    void navigate({ to: '.', search: readSpan({ ...span, ...changed }), replace: true });
  return (
    <>
      <Choice
        aria-label={t('span')}
        className="w-auto!"
        value={span.days ?? 7}
        options={SPANS.map((days) => [days, t('lastDays', { count: days })])}
        onValue={(chosen) => change({ days: chosen })}
      />
      <Choice
        aria-label={t('device')}
        className="w-auto! max-w-56"
        value={span.device ?? ''}
        options={[
          ['', t('allDevices')],
          ...(devices?.data.map(({ device_uuid, label }) => [device_uuid, label] as const) ?? []),
        ]}
        onValue={(chosen) => change({ device: chosen })}
      />
    </>
  );
}
