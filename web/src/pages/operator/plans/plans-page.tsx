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
  const [t, format] = [useTexts('operator.plans'), useFormat()];
  const plans = useQuery(plansQuery);
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setEdited('new')}>
      <Plus aria-hidden />
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
                <tr key={plan.name} className="hover:bg-hover">
                  <Td className="max-w-60">
                    <Link
                      to="/operator"
                      search={{ plan: plan.name }}
                      title={t('accounts')}
                      className="block truncate font-medium hover:underline"
                    >
                      {plan.name}
                    </Link>
                  </Td>
                  <Td className="text-right tabular-nums">{format.number(plan.rate_per_minute)}</Td>
                  <Td className="text-right whitespace-nowrap tabular-nums">
                    {plan.monthly_quota === null ? t('unlimited') : format.number(plan.monthly_quota)}
                  </Td>
                  <Td className="text-right tabular-nums">{format.number(plan.max_devices)}</Td>
                  <Td className="text-right whitespace-nowrap tabular-nums">
                    {plan.storage_bytes === null ? t('noLimit') : format.bytes(plan.storage_bytes)}
                  </Td>
                  <Td className="w-12 py-1 text-right">
                    <IconButton label={t('change', { name: plan.name })} onClick={() => setEdited(plan)}>
                      <Pencil aria-hidden />
                    </IconButton>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
      {edited && <PlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </OperatorFrame>
  );
}
