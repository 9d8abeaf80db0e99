import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { useTexts } from '../texts/texts.ts';
import { Field, fieldProblem, Input } from '../ui/field.tsx';
import { PasswordInput } from './password-input.tsx';
import { useMe } from './session.ts';

export interface Proof {
  password: string;
  code: string;
}

interface Props {
  proof: Proof;
  onProof: (proof: Proof) => void;
  problem: Problem | null;
}

/** What proves who the user is: the password, and a code where there is a second factor. */
export function ProofFields({ proof, onProof, problem }: Props) {
  const t = useTexts('session.proof');
  const { has_second_factor } = useMe();
  return (
    <>
      <PresentPassword
        label={t('password')}
        problem={fieldProblem(problem, 'password')}
        value={proof.password}
        onValue={(password) => onProof({ ...proof, password })}
      />
      {has_second_factor && (
        <Input
          label={t('code')}
          hint={t('codeHint')}
          problem={fieldProblem(problem, 'code')}
          required
          maxLength={100}
          autoComplete="one-time-code"
          value={proof.code}
          onChange={({ target }) => onProof({ ...proof, code: target.value })}
        />
      )}
    </>
  );
}

interface PasswordProps {
  label: ReactNode;
  problem: string | undefined;
  value: string;
  onValue: (password: string) => void;
}

/** The password of now, which a password manager knows by the e-mail. */
export function PresentPassword({ label, problem, value, onValue }: PasswordProps) {
  const { email } = useMe();
  return (
    <>
      <input type="email" className="hidden" autoComplete="username" readOnly value={email} />
      <Field label={label} problem={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            required
            maxLength={200}
            autoComplete="current-password"
            value={value}
            onChange={({ target }) => onValue(target.value)}
          />
        )}
      </Field>
    </>
  );
}
