import { useQuery } from '@tanstack/react-query';
import { FileUp, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { OperatorFrame } from '../frame.tsx';
import { type Rate, ratesQuery } from '../queries.ts';
import { ImportDialog } from './import-dialog.tsx';
import { RateDialog } from './rate-dialog.tsx';

/** What the provider of official numbers charges, as the operator has entered it. */
export function RatesPage() {
  const t = useTexts('operator.rates');
  const rates = useQuery(ratesQuery);
  const [edited, setEdited] = useState<Rate | 'new' | 'file' | null>(null);
  const actions = (
    <>
      <Button onClick={() => setEdited('file')} icon={FileUp}>
        {t('import')}
      </Button>
      <Button kind="primary" onClick={() => setEdited('new')} icon={Plus}>
        {t('create')}
      </Button>
    </>
  );
  const close = () => setEdited(null);
  return (
    <OperatorFrame actions={actions}>
      <p className="max-w-prose text-soft">{t('lead')}</p>
      <Loaded query={rates}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('none')} lead={t('noneLead')} />
          ) : (
            <RateTable rates={data} onChange={setEdited} />
          )
        }
      </Loaded>
      {edited === 'file' && <ImportDialog onClose={close} />}
      {edited !== null && edited !== 'file' && (
        <RateDialog rate={edited === 'new' ? null : edited} onClose={close} />
      )}
    </OperatorFrame>
  );
}

function RateTable({ rates, onChange }: { rates: readonly Rate[]; onChange: (rate: Rate) => void }) {
  const [t, format] = [useTexts('operator.rates'), useFormat()];
  return (
    <Table aria-label={t('rates')}>
      <thead>
        <tr>
          <Th>{t('market')}</Th>
          <Th>{t('category')}</Th>
          <Th>{t('valid_from')}</Th>
          <Th className="text-right">{t('amount')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => {
          const { market, category, valid_from, currency, amount } = rate;
          return (
            <tr key={`${market} ${category} ${valid_from}`} className="hover:bg-hover">
              <Td>{market}</Td>
              <Td>{category}</Td>
              <Td className="whitespace-nowrap">{format.day(`${valid_from}T12:00:00`)}</Td>
              <Td className="text-right whitespace-nowrap tabular-nums">
                {currency} {amount}
              </Td>
              <Td className="w-12 py-1 text-right">
                <IconButton
                  label={t('change', { market, category })}
                  onClick={() => onChange(rate)}
                  icon={Pencil}
                />
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
