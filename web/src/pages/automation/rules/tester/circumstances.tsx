import { useQuery } from '@tanstack/react-query';
import { TestAutoReplies } from '../../../../api/limits.ts';
import type { Problem } from '../../../../api/problem.ts';
import { entryPointsQuery, widgetsQuery } from '../../../../queries/places.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checkbox, Choice, Field, fieldProblem, Input } from '../../../../ui/field.tsx';

export const NO_CIRCUMSTANCES = {
  ...{ at: '', phone: '', entry_point_id: '', ad_id: '' },
  ...{ first: true, during_flow: false },
};
type Given = typeof NO_CIRCUMSTANCES;

interface Props {
  value: Given;
  problem: Problem | null;
  hasDevice: boolean;
  onChange: (value: Given) => void;
}

/** What an answer depends on beside the text. */
export function Circumstances({ value, problem, hasDevice, onChange }: Props) {
  const t = useTexts('rules.tester');
  const links = useQuery(entryPointsQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const set = (change: Partial<Given>) => onChange({ ...value, ...change });
  return (
    <details>
      <summary className="text-[13px] font-medium text-accent">{t('more')}</summary>
      <div className="mt-3 grid gap-3">
        <Field label={t('at')} hint={t('atHint')} problem={fieldProblem(problem, 'at')}>
          {(field) => (
            <Input
              {...field}
              type="datetime-local"
              value={value.at}
              onChange={(event) => set({ at: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('phone')} hint={t('phoneHint')} problem={fieldProblem(problem, 'phone')}>
          {(field) => (
            <Input
              {...field}
              inputMode="tel"
              maxLength={TestAutoReplies.phone.maxLength}
              disabled={!hasDevice}
              value={value.phone}
              onChange={(event) => set({ phone: event.target.value })}
            />
          )}
        </Field>
        <Checkbox
          label={t('first')}
          checked={value.first}
          onChange={(event) => set({ first: event.target.checked })}
        />
        <Checkbox
          label={t('duringFlow')}
          checked={value.during_flow}
          onChange={(event) => set({ during_flow: event.target.checked })}
        />
        {links.length + widgets.length > 0 && (
          <Field label={t('entryPoint')} problem={fieldProblem(problem, 'entry_point_id')}>
            {(field) => (
              <Choice
                {...field}
                value={value.entry_point_id}
                options={[
                  ['', t('noEntryPoint')],
                  ...[...links, ...widgets].map(({ id, name }) => [id, name] as const),
                ]}
                onValue={(chosen) => set({ entry_point_id: chosen })}
              />
            )}
          </Field>
        )}
        <Field label={t('ad')} problem={fieldProblem(problem, 'ad_id')}>
          {(field) => (
            <Input
              {...field}
              maxLength={TestAutoReplies.ad_id.maxLength}
              value={value.ad_id}
              onChange={(event) => set({ ad_id: event.target.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
