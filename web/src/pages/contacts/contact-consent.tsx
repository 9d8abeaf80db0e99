import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { phoneText } from '../../numbers/phone-text.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Contact } from './queries.ts';

type Consent = Schema<'ContactConsent'>;

/** Whether the person gets broadcasts, and when and why that changed. */
export function ContactConsent({ contact: { id, phone } }: { contact: Contact }) {
  const t = useTexts('contacts.page');
  const [isAsked, setAsked] = useState(false);
  const found = useQuery({
    queryKey: ['contacts', 'consent', id],
    queryFn: () => call('GET /contacts/{id}/consent', { id: String(id) }),
  });
  const isOut = found.data?.opted_out ?? false;
  const change = async () => {
    if (isOut) await call('DELETE /opt-outs/{phone}', { phone });
    else await call('POST /opt-outs', { body: { phone } });
    await queryClient.invalidateQueries({ queryKey: ['contacts'] });
    await queryClient.invalidateQueries({ queryKey: ['opt-outs'] });
  };
  return (
    <Section
      title={t('consent')}
      actions={
        found.data && (
          <Button size="small" onClick={() => setAsked(true)}>
            {t(isOut ? 'optIn' : 'optOut')}
          </Button>
        )
      }
    >
      <Loaded query={found}>{(consent) => <Changes consent={consent} />}</Loaded>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t(isOut ? 'optInTitle' : 'optOutTitle', { phone: phoneText(phone) })}
        lead={t(isOut ? 'optInLead' : 'optOutLead')}
        action={t(isOut ? 'optIn' : 'optOut')}
        run={change}
      />
    </Section>
  );
}

const REASONS = {
  keyword: 'byKeyword',
  account: 'byTeam',
  preference: 'byPreference',
  refusal: 'byRefusal',
} as const satisfies Record<Consent['changes'][number]['reason'], string>;

function Changes({ consent: { opted_out, opt_outs, changes } }: { consent: Consent }) {
  const [t, format] = [useTexts('contacts.page'), useFormat()];
  const known = new Set(changes.map(({ phone, change }) => `${phone} ${change}`));
  // From a time without a history.
  const earlier = opt_outs
    .filter(({ phone }) => !known.has(`${phone} opted_out`))
    .map(({ created_at, ...optOut }) => ({ ...optOut, change: 'opted_out' as const, at: created_at }));
  return (
    <div className="grid gap-3">
      <Badge tone={opted_out ? 'warn' : 'good'} className="justify-self-start">
        {t(opted_out ? 'optedOut' : 'getsBroadcasts')}
      </Badge>
      <ul className="divide-y divide-line empty:hidden">
        {[...changes, ...earlier].map(({ phone, change, reason, word, at }) => (
          <li key={`${phone} ${change} ${at}`} className="grid gap-0.5 py-2 text-[13px]">
            <span className="flex justify-between gap-3">
              {t(change === 'opted_out' ? 'wentOut' : 'cameIn')}
              <span className="text-soft">{format.full(at)}</span>
            </span>
            <span className="text-soft">
              {word === null ? t(REASONS[reason]) : t('byWord', { word })} · <bdi>{phoneText(phone)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
