import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Plan, plansQuery } from '../queries.ts';

const MAX = 2_147_483_647;
const LIMITS = [
  ['rate', 'rate_per_minute', 1, MAX],
  ['quota', 'monthly_quota', 0, MAX],
  ['devices', 'max_devices', 0, MAX],
  ['storage', 'storage_bytes', 0, 1_000_000],
] as const;
/** Empty: no limit. */
const OPTIONAL = ['quota', 'storage'];
const GIGABYTE = 1024 ** 3;

/** The limits of a plan; null: a new one. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const [t, ui] = [useTexts('operator.plans'), useTexts('common.ui')];
  const form = useId();
  const client = useQueryClient();
  const known = useQuery(plansQuery).data?.data ?? [];
  const [name, setName] = useState(plan?.name ?? '');
  const [limits, setLimits] = useState(textsOf(plan));
  // PUT would change a plan of the same name.
  const isTaken = plan === null && known.some((each) => each.name === name.trim());
  const save = useMutation({
    mutationFn: () =>
      ok(
        api.PUT('/app/api/operator/plans/{name}', {
          params: { path: { name: name.trim() } },
          body: {
            rate_per_minute: Number(limits.rate),
            monthly_quota: limits.quota === '' ? null : Number(limits.quota),
            max_devices: Number(limits.devices),
            // A size that is not edited keeps its last byte.
            ...(limits.storage !== textsOf(plan).storage && { storage_bytes: bytesIn(limits.storage) }),
          },
        }),
      ),
    onSuccess: async (saved) => {
      notify(t('saved', { name: saved.name }));
      onClose();
      await client.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTaken) save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending} disabled={isTaken}>
        {plan === null ? t('make') : ui('save')}
      </Button>
    </>
  );
  const title = plan === null ? t('createTitle') : t('changeTitle', { name: plan.name });
  return (
    <Dialog open firm onClose={onClose} width="small" title={title} lead={t('lead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        {plan === null && (
          <Field
            label={t('name')}
            hint={t('nameHint')}
            problem={isTaken ? t('exists') : fieldProblem(problem, 'name')}
          >
            {(control) => (
              <Input
                {...control}
                required
                maxLength={40}
                pattern="[a-z0-9][a-z0-9_\-]{0,39}"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        {LIMITS.map(([key, field, least, most]) => (
          <Field key={key} label={t(key)} hint={t(`${key}Hint`)} problem={fieldProblem(problem, field)}>
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="decimal"
                required={!OPTIONAL.includes(key)}
                min={least}
                max={most}
                step={key === 'storage' ? 'any' : 1}
                value={limits[key]}
                onChange={(event) => setLimits({ ...limits, [key]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

function textsOf(plan: Plan | null): Record<(typeof LIMITS)[number][0], string> {
  if (plan === null) return { rate: '20', quota: '1000', devices: '1', storage: '10' };
  const { rate_per_minute, monthly_quota, max_devices, storage_bytes } = plan;
  return {
    rate: String(rate_per_minute),
    quota: monthly_quota === null ? '' : String(monthly_quota),
    devices: String(max_devices),
    storage: storage_bytes === null ? '' : String(Math.round((storage_bytes / GIGABYTE) * 1000) / 1000),
  };
}

function bytesIn(text: string): number | null {
  return text === '' ? null : Math.round(Number(text) * GIGABYTE);
}
