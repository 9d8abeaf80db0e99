import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { TestAutoReplies } from '../../../../api/limits.ts';
import type { Problem } from '../../../../api/problem.ts';
import { entryPointsQuery, widgetsQuery } from '../../../../queries/places.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checkbox, Choice, fieldProblem, Input } from '../../../../ui/field.tsx';

export const NO_CIRCUMSTANCES = {
  at: '',
  phone: '',
  entry_point_id: '',
  ad_id: '',
  first: true,
  during_flow: false,
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
  const set = (change: Partial<Given>) => onChange({ ...value, ...change });
  const text = (name: 'at' | 'phone' | 'ad_id') => ({
    value: value[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.value }),
  });
  return (
    <details>
      <summary className="text-[13px] font-medium text-accent">{t('more')}</summary>
      <div className="mt-3 grid gap-3">
        <Input
          label={t('at')}
          hint={t('atHint')}
          problem={fieldProblem(problem, 'at')}
          type="datetime-local"
          {...text('at')}
        />
        <Input
          label={t('phone')}
          hint={t('phoneHint')}
          problem={fieldProblem(problem, 'phone')}
          inputMode="tel"
          maxLength={TestAutoReplies.phone.maxLength}
          disabled={!hasDevice}
          {...text('phone')}
        />
        <Checkbox
          label={t('first')}
          checked={value.first}
          onChange={({ target }) => set({ first: target.checked })}
        />
        <Checkbox
          label={t('duringFlow')}
          checked={value.during_flow}
          onChange={({ target }) => set({ during_flow: target.checked })}
        />
        <Place {...{ value, problem }} onPlace={(entry_point_id) => set({ entry_point_id })} />
        <Input
          label={t('ad')}
          problem={fieldProblem(problem, 'ad_id')}
          maxLength={TestAutoReplies.ad_id.maxLength}
          {...text('ad_id')}
        />
      </div>
    </details>
  );
}

interface PlaceProps extends Pick<Props, 'value' | 'problem'> {
  onPlace: (id: string) => void;
}

/** The link or web chat by which the customer came. */
function Place({ value, problem, onPlace }: PlaceProps) {
  const t = useTexts('rules.tester');
  const links = useQuery(entryPointsQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const places = [...links, ...widgets].map(({ id, name }) => [id, name] as const);
  if (places.length === 0) return null;
  return (
    <Choice
      label={t('entryPoint')}
      problem={fieldProblem(problem, 'entry_point_id')}
      value={value.entry_point_id}
      options={[['', t('noEntryPoint')], ...places]}
      onValue={onPlace}
    />
  );
}
