import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import type { Health } from '../queries.ts';
import { HeldAccounts } from './held-accounts.tsx';

/** All is well, or what is wrong and what to do. */
export function Verdict({ health: { warnings, checked_at } }: { health: Health }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  const isWell = warnings.length === 0;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3" role="status">
        {isWell ? (
          <CircleCheck className="size-6 shrink-0 text-good" aria-hidden />
        ) : (
          <TriangleAlert className="size-6 shrink-0 text-warn" aria-hidden />
        )}
        <div className="grid gap-0.5">
          <h2 className="text-base font-semibold">
            {isWell ? t('allWell') : t('needsLook', { count: warnings.length })}
          </h2>
          <p className="text-soft">
            {isWell && t('allWellLead')} {t('checked', { time: format.clock(checked_at) })}
          </p>
        </div>
      </div>
      {!isWell && (
        <ul className="grid gap-3 pl-9">
          {warnings.map((warning) => (
            <li key={warning}>
              <p className="font-medium text-warn">{t(warning)}</p>
              <p className="text-soft">{t(`${warning}Do`)}</p>
              {warning === 'held_accounts' && <HeldAccounts />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
