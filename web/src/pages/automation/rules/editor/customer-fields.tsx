import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '../../../../queries/labels.ts';
import { entryPointsQuery, widgetsQuery } from '../../../../queries/places.ts';
import { tagsQuery } from '../../../../queries/tags.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Chips } from '../../../../ui/chips.tsx';
import { Field, fieldProblem, Select } from '../../../../ui/field.tsx';
import type { Conditions } from '../draft.ts';
import { Choices } from './choices.tsx';
import type { Part } from './part.ts';

const CUSTOMERS = ['any', 'new', 'returning'] as const;
const LANGUAGES = ['any', 'id', 'en'] as const;
const BROADCASTS = { any: null, yes: true, no: false } as const;

/** For whom the rule answers, and through what the message came. */
export function CustomerFields({ draft: { conditions }, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const links = useQuery(entryPointsQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const change = (part: Partial<Conditions>) => set({ conditions: { ...conditions, ...part } });
  const { customer, language, after_broadcast: after } = conditions;
  const broadcast = after === null ? 'any' : after ? 'yes' : 'no';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          label={t('customer')}
          value={customer}
          options={CUSTOMERS.map((each) => [each, t(`customer_${each}`)])}
          onChange={(value) => change({ customer: CUSTOMERS.find((each) => each === value) ?? 'any' })}
        />
        <Choice
          label={t('language')}
          value={language ?? 'any'}
          options={LANGUAGES.map((each) => [each, t(`language_${each}`)])}
          onChange={(value) => change({ language: value === 'id' || value === 'en' ? value : null })}
        />
        <Choice
          label={t('broadcast')}
          value={broadcast}
          options={(['any', 'yes', 'no'] as const).map((each) => [each, t(`broadcast_${each}`)])}
          onChange={(value) => change({ after_broadcast: BROADCASTS[value as keyof typeof BROADCASTS] })}
        />
      </div>
      <Names conditions={conditions} problem={problem} onChange={change} />
      <Choices
        legend={t('entries')}
        all={[...links, ...widgets.map(({ id, name }) => ({ id, name, hint: t('widgets') }))]}
        chosen={conditions.entry_point_ids}
        problem={fieldProblem(problem, 'conditions.entry_point_ids')}
        onChange={(entry_point_ids) => change({ entry_point_ids })}
      />
      <Field label={t('ads')} problem={fieldProblem(problem, 'conditions.ad_ids')}>
        {(field) => (
          <Chips
            {...field}
            maxLength={200}
            values={conditions.ad_ids}
            onValues={(values) => change({ ad_ids: [...values] })}
          />
        )}
      </Field>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(field) => (
        <Select {...field} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface NamesProps {
  conditions: Conditions;
  problem: Part['problem'];
  onChange: (part: Partial<Conditions>) => void;
}

function Names({ conditions, problem, onChange }: NamesProps) {
  const t = useTexts('rules.editor');
  const labels = (useQuery(labelsQuery).data?.data ?? []).map(({ name }) => name);
  const tags = (useQuery(tagsQuery).data ?? []).map(({ name }) => name);
  const fields = [
    ['has_labels', 'hasLabels', labels],
    ['lacks_labels', 'lacksLabels', labels],
    ['has_tags', 'hasTags', tags],
    ['lacks_tags', 'lacksTags', tags],
  ] as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(([name, text, suggestions]) => (
        <Field key={name} label={t(text)} problem={fieldProblem(problem, `conditions.${name}`)}>
          {(field) => (
            <Chips
              {...field}
              maxLength={100}
              suggestions={suggestions}
              values={conditions[name]}
              onValues={(values) => onChange({ [name]: [...values] })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
