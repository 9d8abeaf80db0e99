import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Choice, Input } from '../../ui/field.tsx';
import { dayIn, isDay } from './days.ts';
import { askedIn, readSpan, SPANS } from './span.ts';

const route = getRouteApi('/app/reports');

/** Days and device, for all tabs. */
export function SpanFields() {
  const t = useTexts('reports.page');
  const span = route.useSearch();
  const navigate = useNavigate();
  const { data: devices } = useQuery(devicesQuery);
  const change = (changed: Record<string, unknown>) =>
    void navigate({ to: '.', search: readSpan({ ...span, ...changed }), replace: true });
  const choose = (days: number) => {
    const own = { from: askedIn(span).from, to: dayIn(new Date()) };
    change(days === 0 ? own : { days, from: undefined, to: undefined });
  };
  const { from, to } = span;
  return (
    <>
      <Choice
        aria-label={t('span')}
        className="w-auto!"
        value={from ? 0 : (span.days ?? 7)}
        options={[...SPANS.map((days) => [days, t('lastDays', { count: days })] as const), [0, t('ownDays')]]}
        onValue={choose}
      />
      {from && to && (
        <>
          <DayField
            key={`from ${from}`}
            label={t('from')}
            day={from}
            onDay={(day) => change({ from: day })}
          />
          <DayField key={`to ${to}`} label={t('to')} day={to} onDay={(day) => change({ to: day })} />
        </>
      )}
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

/** A date that is half typed stays in the field. */
function DayField({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  return (
    <Input
      type="date"
      aria-label={label}
      title={label}
      className="w-auto!"
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (isDay(value)) onDay(value);
      }}
    />
  );
}
