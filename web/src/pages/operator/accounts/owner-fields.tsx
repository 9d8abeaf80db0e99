import type { Problem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Field, fieldProblem, Input } from '../../../ui/field.tsx';

export interface Owner {
  name: string;
  email: string;
}

interface Props {
  owner: Owner;
  /** Before the names of the fields in a problem. */
  prefix?: string;
  isRequired?: boolean;
  problem: Problem | null;
  onChange: (owner: Owner) => void;
}

/** Who gets the link of an owner. */
export function OwnerFields({ owner, prefix = '', isRequired = false, problem, onChange }: Props) {
  const t = useTexts('operator.accounts');
  const isStarted = owner.name.trim() !== '' || owner.email.trim() !== '';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('ownerName')} problem={fieldProblem(problem, `${prefix}name`)}>
        {(control) => (
          <Input
            {...control}
            required={isRequired || isStarted}
            maxLength={100}
            value={owner.name}
            onChange={(event) => onChange({ ...owner, name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('ownerEmail')} problem={fieldProblem(problem, `${prefix}email`)}>
        {(control) => (
          <Input
            {...control}
            type="email"
            required={isRequired || isStarted}
            maxLength={254}
            value={owner.email}
            onChange={(event) => onChange({ ...owner, email: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
