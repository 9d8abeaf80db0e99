import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useMay } from '../../../session/session.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { capQuery } from '../queries.ts';
import { CapDialog } from './cap-dialog.tsx';

type Spending = Schema<'Spending'>;

const TONES: Record<Spending['state'], Tone> = { below: 'good', near: 'warn', reached: 'bad' };

/** The cap of the month, and how much of it is spent. */
export function CapCard() {
  const t = useTexts('reports.costsCap');
  const setting = useQuery(capQuery).data;
  const isOwner = useMay('owner');
  const [isEdited, setEdited] = useState(false);
  if (!setting) return null;
  const { cap, currencies } = setting;
  const maySet = isOwner && (currencies.length > 0 || cap !== null);
  const actions = maySet && <Button onClick={() => setEdited(true)}>{t(cap ? 'change' : 'set')}</Button>;
  return (
    <Section title={t('title')} lead={t('lead')} actions={actions}>
      {cap ? (
        <Spent cap={cap} />
      ) : (
        <p className="text-soft">{t(currencies.length > 0 ? 'none' : 'noRates')}</p>
      )}
      {isEdited && <CapDialog setting={setting} onClose={() => setEdited(false)} />}
    </Section>
  );
}

function Spent({ cap }: { cap: Spending }) {
  const [t, format] = [useTexts('reports.costsCap'), useFormat()];
  const { amount, spent, currency, state, resumes_at } = cap;
  const money = (text: string) => format.amount(Number(text), currency);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-2 tabular-nums">
        <b className="font-semibold">{t('spentOf', { spent: money(spent), amount: money(amount) })}</b>
        <Badge tone={TONES[state]}>{t(`state_${state}`)}</Badge>
      </p>
      <Progress
        label={t('title')}
        total={Number(amount)}
        good={state === 'reached' ? 0 : Number(spent)}
        bad={state === 'reached' ? Number(amount) : 0}
      />
      {state === 'reached' && <p className="text-bad">{t('reached', { time: format.moment(resumes_at) })}</p>}
    </div>
  );
}
