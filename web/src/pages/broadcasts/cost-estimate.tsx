import type { Schema } from '../../api/schemas.ts';
import { useCategory } from '../../costs/category.ts';
import { Money } from '../../costs/money.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';

type Costs = Schema<'CostEstimate'>;

/** What the provider charges when every message is delivered. */
export function CostEstimate({ costs }: { costs: Costs }) {
  const [t, nameOf] = [useTexts('broadcasts.page'), useCategory()];
  const { category, messages, free, amounts, without_rate: unknown, markets } = costs;
  return (
    <section aria-label={t('costs')} className="grid gap-1 rounded-md border border-line px-3 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-soft">{t('costsOf', { count: messages, category: nameOf(category) })}</span>
        <b className="font-semibold tabular-nums">
          {amounts.length > 0 ? <Money amounts={amounts} /> : t('costsUnknown')}
        </b>
      </p>
      {messages > 0 && <Markets markets={markets} />}
      {free > 0 && <p className="text-[13px] text-soft">{t('costsFree', { count: free })}</p>}
      {unknown > 0 && <p className="text-[13px] text-warn">{t('costsWithoutRate', { count: unknown })}</p>}
      {costs.exceeds_cap && (
        <p className="rounded-md bg-warn-soft px-2 py-1 text-[13px] text-warn">{t('costsOverCap')}</p>
      )}
    </section>
  );
}

/** More are in the answer of the API. */
const MAX_SHOWN = 5;

function Markets({ markets }: Pick<Costs, 'markets'>) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  return (
    <ul className="text-[13px] text-soft tabular-nums">
      {markets.slice(0, MAX_SHOWN).map(({ market, messages, free, rate }) => (
        <li key={market}>
          <bdi>{market}</bdi>: {format.number(messages - free)} ×{' '}
          {rate ? `${rate.currency} ${rate.amount}` : t('costsNoRate')}
        </li>
      ))}
      {markets.length > MAX_SHOWN && <li>{t('costsMore', { count: markets.length - MAX_SHOWN })}</li>}
    </ul>
  );
}
