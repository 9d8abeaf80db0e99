import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { SetOperatorPlan } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Plan, plansQuery } from '../queries.ts';

const GIGABYTE = 1024 ** 3;
const NEW = { rate_per_minute: 20, monthly_quota: 1_000, max_devices: 1, storage_bytes: 10 * GIGABYTE };

/** The limits of a plan; null: a new one. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const [t, ui] = [useTexts('operator.plans'), useTexts('common.ui')];
  const known = useQuery(plansQuery).data?.data ?? [];
  const { storage_bytes, rate_per_minute, monthly_quota, max_devices } = plan ?? NEW;
  const gigabytes = storage_bytes === null ? null : Math.round((storage_bytes / GIGABYTE) * 1000) / 1000;
  // PUT would change a plan of the same name.
  const isTaken = (name: string) => plan === null && known.some((each) => each.name === name.trim());
  return (
    <FormDialog
      title={plan === null ? t('createTitle') : t('changeTitle', { name: plan.name })}
      lead={t('lead')}
      width="small"
      firm
      limits={SetOperatorPlan}
      initial={{ name: plan?.name ?? '', rate_per_minute, monthly_quota, max_devices, gigabytes }}
      save={async ({ name, gigabytes: size, ...limits }) => {
        if (isTaken(name)) return null;
        // A size that is not edited keeps its last byte.
        const isSame = plan !== null && size === gigabytes;
        const storage_bytes = size === null ? null : Math.round(size * GIGABYTE);
        const body = { ...limits, ...(!isSame && { storage_bytes }) };
        return call('PUT /operator/plans/{name}', { name: name.trim(), body });
      }}
      onSaved={({ name }) => {
        notify(t('saved', { name }));
        onClose();
      }}
      changes={['operator']}
      action={plan === null ? t('make') : ui('save')}
      onClose={onClose}
    >
      {({ name }) => (
        <>
          {plan === null && (
            <TextField
              name="name"
              label={t('name')}
              hint={t('nameHint')}
              problem={isTaken(name) ? t('exists') : undefined}
              required
              pattern="[a-z0-9][a-z0-9_\-]{0,39}"
            />
          )}
          <LimitFields />
        </>
      )}
    </FormDialog>
  );
}

function LimitFields() {
  const t = useTexts('operator.plans');
  const size = { inputMode: 'decimal', required: false, min: 0, max: 1_000_000, step: 'any' } as const;
  return (
    <>
      <NumberField name="rate_per_minute" label={t('rate')} hint={t('rateHint')} />
      <NumberField name="monthly_quota" label={t('quota')} hint={t('quotaHint')} />
      <NumberField name="max_devices" label={t('devices')} hint={t('devicesHint')} />
      <NumberField name="gigabytes" label={t('storage')} hint={t('storageHint')} {...size} />
    </>
  );
}
