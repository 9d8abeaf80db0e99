import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { LimitBar, nearnessOf } from './limit-bar.tsx';
import { resetOf } from './reset.ts';

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => call('GET /usage'),
  refetchInterval: 60_000,
});

/** What the account uses of its plan, and what happens at the limits. */
export function UsagePage() {
  const t = useTexts('usage.page');
  const usage = useQuery(usageQuery);
  const lead = usage.data && t('lead', { plan: usage.data.plan });
  return (
    <Page isRead title={t('title')} lead={lead}>
      <Loaded query={usage}>
        {(figures) => (
          <>
            <Messages usage={figures} />
            <Devices usage={figures} />
            <Storage usage={figures} />
            <Rate usage={figures} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Messages({ usage }: { usage: Schema<'Usage'> }) {
  const [t, format] = [useTexts('usage.page'), useFormat()];
  const { messages_sent, messages_quota, messages_remaining, period } = usage;
  const time = format.full(resetOf(period));
  // Without a quota the API writes 0 for it.
  const limit = messages_remaining === null ? null : messages_quota;
  const nearness = limit === null ? 'free' : nearnessOf(messages_sent, limit);
  return (
    <LimitBar title={t('messages')} used={messages_sent} limit={limit}>
      <p>{t('messagesHint', { time })}</p>
      {limit !== null && nearness === 'free' && <p>{t('messagesLimit')}</p>}
      {nearness === 'near' && <p className="text-warn">{t('messagesNear', { time })}</p>}
      {nearness === 'full' && <p className="text-bad">{t('messagesFull', { time })}</p>}
    </LimitBar>
  );
}

function Devices({ usage: { devices, max_devices } }: { usage: Schema<'Usage'> }) {
  const t = useTexts('usage.page');
  const listed = useQuery(devicesQuery).data?.data ?? [];
  const connected = listed.filter(({ status }) => status === 'connected').length;
  return (
    <LimitBar title={t('devices')} used={devices} limit={max_devices} isCalm>
      <p>{t('devicesHint', { count: connected })}</p>
      <p>{t('devicesLimit')}</p>
    </LimitBar>
  );
}

function Storage({ usage: { storage_used, storage_bytes } }: { usage: Schema<'Usage'> }) {
  const [t, format] = [useTexts('usage.page'), useFormat()];
  const isFull = storage_bytes !== null && nearnessOf(storage_used, storage_bytes) === 'full';
  return (
    <LimitBar title={t('storage')} used={storage_used} limit={storage_bytes} show={format.bytes}>
      <p>{t('storageHint')}</p>
      {storage_bytes !== null && !isFull && <p>{t('storageLimit')}</p>}
      {isFull && <p className="text-bad">{t('storageFull')}</p>}
    </LimitBar>
  );
}

function Rate({ usage: { rate_per_minute: limit, api_calls } }: { usage: Schema<'Usage'> }) {
  const [t, format] = [useTexts('usage.page'), useFormat()];
  return (
    <div className="grid content-start gap-5 sm:grid-cols-2">
      <Section title={t('rate')} lead={t('perMinute', { limit })}>
        <div className="grid gap-1 text-[13px] text-faint">
          <p>{t('rateHint')}</p>
          <p>{t('rateLimit')}</p>
        </div>
      </Section>
      <Section title={t('calls')} lead={format.number(api_calls)}>
        <p className="text-[13px] text-faint">{t('callsHint')}</p>
      </Section>
    </div>
  );
}
