import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Card, Figure } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type Device, healthQuery } from '../queries.ts';

/** Figures that say whether the number works. */
export function Health({ device }: { device: Device }) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  const health = useQuery(healthQuery(device.device_uuid));
  const { last_health_at: seen } = device;
  return (
    <section aria-label={t('health')} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Figure
        label={t('lastSeen')}
        value={seen === null ? t('never') : format.ago(seen)}
        hint={seen === null ? t('lastSeenHint') : format.full(seen)}
      />
      <Loaded query={health}>
        {(found) => (
          <>
            <Counted health={found} />
            <Earlier history={found.history} />
            <Groups groups={found.groups} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Counted({ health }: { health: Schema<'DeviceHealth'> }) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  const { last_inbound_at: inbound, queued, queued_since: since } = health;
  return (
    <>
      <Figure
        label={t('lastInbound')}
        value={inbound === null ? t('none') : format.ago(inbound)}
        hint={inbound === null ? t('noneHint') : format.full(inbound)}
      />
      <Figure
        label={t('queue')}
        value={format.number(queued)}
        hint={since === null ? t('queueEmpty') : t('queueSince', { time: format.ago(since) })}
      />
      <Pace health={health} />
      <Incomplete incomplete={health.incomplete} />
    </>
  );
}

/** Only while there are some. */
function Incomplete({ incomplete }: Pick<Schema<'DeviceHealth'>, 'incomplete'>) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  const kinds = (['unreadable', 'phone_only', 'without_number', 'missed_calls'] as const).filter(
    (kind) => incomplete[kind] > 0,
  );
  if (incomplete.messages === 0) return null;
  const hint = kinds.map((kind) => t(kind, { count: incomplete[kind] })).join(', ');
  return <Figure label={t('incomplete')} value={format.number(incomplete.messages)} hint={hint} />;
}

/** Only of a number that was used in the Business app before. */
function Earlier({ history }: Pick<Schema<'DeviceHealth'>, 'history'>) {
  const t = useTexts('devices.detail');
  if (history === null) return null;
  const { status, progress, messages } = history;
  const isDeclined = status === 'declined' && messages === 0;
  return (
    <Figure
      label={t('history')}
      value={isDeclined ? t('historyDeclined') : t('historyPercent', { percent: progress })}
      hint={isDeclined ? t('historyDeclinedHint') : t('historyMessages', { count: messages })}
    />
  );
}

/** Only while there are some. */
function Groups({ groups }: Pick<Schema<'DeviceHealth'>, 'groups'>) {
  const t = useTexts('devices.detail');
  const { count, latest } = groups;
  if (count === 0) return null;
  const named = latest.filter(({ name }) => name !== null);
  return (
    <Card className="col-span-full grid gap-1 px-4 py-3">
      <p className="break-words">
        {t('groups', { count })}
        {named.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index === 0 ? ': ' : ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {count > named.length && named.length > 0 ? ' …' : '.'}
      </p>
      <p className="text-sm text-soft">{t('groupsUnhandled')}</p>
    </Card>
  );
}

function Pace({ health: { broadcast_limit: limit, paired_at: paired } }: { health: Schema<'DeviceHealth'> }) {
  const [t, format] = [useTexts('devices.detail'), useFormat()];
  if (limit === null) return <Figure label={t('pace')} value="–" hint={t('paceFree')} />;
  const { used, per_hour, until } = limit;
  const byAge = until === null ? t('paceMost') : t('paceUntil', { time: format.day(until) });
  return (
    <Figure
      label={t('pace')}
      value={t('paceOf', { used, limit: per_hour })}
      hint={paired === null ? t('paceNew') : byAge}
    />
  );
}
