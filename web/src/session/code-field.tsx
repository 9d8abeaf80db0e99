import { useTexts } from '../texts/texts.ts';
import { Input } from '../ui/field.tsx';

/** The code of an authenticator app, or a recovery code. */
export function CodeField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useTexts('session.proof');
  return (
    <Input
      label={t('code')}
      hint={t('codeHint')}
      autoComplete="one-time-code"
      autoFocus
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
