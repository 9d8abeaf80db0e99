import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { OperatorFrame } from '../frame.tsx';
import { type Plan, plansQuery } from '../queries.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** What accounts may do, by plan. */
export function PlansPage() {
  const t = useTexts('operator.plans');
  const plans = useQuery(plansQuery);
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setEdited('new')} icon={Plus}>
      {t('create')}
    </Button>
  );
  return (
    <OperatorFrame actions={create}>
      <p className="text-soft">{t('lead')}</p>
      <Loaded query={plans}>
        {({ data }) => (
          <Table aria-label={t('plan')}>
            <thead>
              <tr>
                <Th>{t('plan')}</Th>
                <Th className="text-right">{t('rate')}</Th>
                <Th className="text-right">{t('quota')}</Th>
                <Th className="text-right">{t('devices')}</Th>
                <Th className="text-right">{t('storageColumn')}</Th>
                <Th>
                  <span className="sr-only">{t('actions')}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.map((plan) => (
                <PlanRow key={plan.name} plan={plan} onChange={() => setEdited(plan)} />
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
      {edited && <PlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </OperatorFrame>
  );
}

function PlanRow({ plan, onChange }: { plan: Plan; onChange: () => void }) {
  const [t, format] = [useTexts('operator.plans'), useFormat()];
  const { name, rate_per_minute, monthly_quota, max_devices, storage_bytes } = plan;
  return (
    <tr className="hover:bg-hover">
      <Td className="max-w-60">
        <Link
          to="/operator"
          search={{ plan: name }}
          title={t('accounts')}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
      </Td>
      <Td className="text-right tabular-nums">{format.number(rate_per_minute)}</Td>
      <Td className="text-right whitespace-nowrap tabular-nums">
        {monthly_quota === null ? t('unlimited') : format.number(monthly_quota)}
      </Td>
      <Td className="text-right tabular-nums">{format.number(max_devices)}</Td>
      <Td className="text-right whitespace-nowrap tabular-nums">
        {storage_bytes === null ? t('noLimit') : format.bytes(storage_bytes)}
      </Td>
      <Td className="w-12 py-1 text-right">
        <IconButton label={t('change', { name })} onClick={onChange} icon={Pencil} />
      </Td>
    </tr>
  );
}
