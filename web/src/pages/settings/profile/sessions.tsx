import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { isWayBack, logOut, useMe } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { browserOf } from './browser-of.ts';
import { sessionsQuery } from './queries.ts';

/** The browsers in which the user is logged in. */
export function Sessions() {
  const t = useTexts('settings.page');
  const me = useMe();
  const sessions = useQuery(sessionsQuery);
  const [isLeaving, setLeaving] = useState(false);
  const everywhere = <Button onClick={() => setLeaving(true)}>{t('logOutEverywhere')}</Button>;
  return (
    <Section title={t('sessions')} lead={t('sessionsLead')} actions={everywhere}>
      <Loaded query={sessions}>
        {({ data }) => (
          <ul className="divide-y divide-line">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('everywhereTitle')}
        lead={t(isWayBack(me) ? 'everywhereLead' : 'lockedOut')}
        action={t('logOutEverywhere')}
        run={() => logOut(true)}
      />
    </Section>
  );
}

function SessionRow({ session }: { session: Schema<'OwnSession'> }) {
  const [t, format] = [useTexts('settings.page'), useFormat()];
  const { id, user_agent, address, last_seen_at, is_current } = session;
  const end = useButtonAct(async () => {
    await call('DELETE /me/sessions/{id}', { id });
    await queryClient.invalidateQueries(sessionsQuery);
  });
  const browser = browserOf(user_agent) ?? t('unknownBrowser');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="flex items-center gap-2" title={user_agent ?? ''}>
          {browser}
          {is_current && <Badge tone="good">{t('thisBrowser')}</Badge>}
        </p>
        <p className="text-[13px] text-faint" title={format.full(last_seen_at)}>
          {[address, t('seen', { ago: format.ago(last_seen_at) })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!is_current && (
        <Button size="small" aria-label={t('endNamed', { name: browser })} {...end}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}
