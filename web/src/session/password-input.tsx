import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';

/** A password that its writer can read before sending it. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const t = useTexts('session.proof');
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-10" />
      <IconButton
        small
        className="absolute top-1 right-1"
        label={isShown ? t('hide') : t('show')}
        onClick={() => setShown(!isShown)}
        icon={isShown ? EyeOff : Eye}
      />
    </div>
  );
}
