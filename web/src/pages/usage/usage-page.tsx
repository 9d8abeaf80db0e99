import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import type { Schema } from '../../api/schemas.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Figure, Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { resetOf } from './reset.ts';
import { usageTexts } from './texts.ts';

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => ok(api.GET('/app/api/usage')),
  refetchInterval: 60_000,
});

const WARN_SHARE = 0.8;

/** What the account has used of its plan in this month. */
export function UsagePage() {
  const t = useTexts(usageTexts);
  const usage = useQuery(usageQuery);
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={usage}>
        {(figures) => (
          <>
            <Quota usage={figures} />
            <Figures usage={figures} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Quota({ usage }: { usage: Schema<'Usage'> }) {
  const [t, format] = [useTexts(usageTexts), useFormat()];
  const { messages_sent, messages_quota, messages_remaining, period } = usage;
  const reset = format.full(resetOf(period));
  if (messages_remaining === null) {
    return (
      <Section title={t('messages', { count: messages_sent })} lead={t('noQuota')}>
        <p className="text-soft">{t('counted', { time: reset })}</p>
      </Section>
    );
  }
  const share = messages_quota === 0 ? 1 : Math.min(1, messages_sent / messages_quota);
  const tone = messages_remaining === 0 ? 'bg-bad' : share >= WARN_SHARE ? 'bg-warn' : 'bg-accent';
  const lead =
    messages_remaining === 0 ? t('usedUp', { time: reset }) : t('left', { count: messages_remaining });
  return (
    <Section
      title={t('ofQuota', { sent: messages_sent, quota: messages_quota })}
      lead={<span className={messages_remaining === 0 ? 'text-bad' : ''}>{lead}</span>}
    >
      <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-active">
        <div className={`h-full rounded-full ${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-2 text-[13px] text-faint">{t('counted', { time: reset })}</p>
    </Section>
  );
}

function Figures({ usage }: { usage: Schema<'Usage'> }) {
  const [t, format] = [useTexts(usageTexts), useFormat()];
  const devices = useQuery(devicesQuery).data?.data;
  const connected = devices?.filter(({ status }) => status === 'connected').length ?? 0;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Figure label={t('calls')} value={format.number(usage.api_calls)} hint={t('callsHint')} />
      <Figure
        label={t('devices')}
        value={devices ? format.number(devices.length) : '–'}
        hint={t('connected', { count: connected })}
      />
    </div>
  );
}
