import type { Problem } from '../../api/problem.ts';
import { useTexts } from '../../texts/texts.ts';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';

interface Props {
  value: string;
  problem: Problem | null;
  onChange: (label: string) => void;
}

/** The label of a device, with the problems of its form. */
export function LabelField({ value, problem, onChange }: Props) {
  const t = useTexts('devices.page');
  const own = fieldProblem(problem, 'label');
  return (
    <>
      <Field label={t('label')} hint={t('labelHint')} problem={own}>
        {(field) => (
          <Input
            {...field}
            required
            maxLength={255}
            placeholder={t('labelExample')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {own === undefined && <ProblemLine problem={problem} />}
    </>
  );
}
