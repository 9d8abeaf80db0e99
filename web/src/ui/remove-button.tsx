import { Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { Confirm } from './confirm.tsx';

interface Props extends Pick<ComponentProps<typeof Confirm>, 'title' | 'lead' | 'action' | 'run'> {
  label: string;
}

/** Removes what is in a row, after a question. */
export function RemoveButton({ label, ...question }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <IconButton small label={label} onClick={() => setAsked(true)} icon={Trash2} />
      <Confirm open={isAsked} onClose={() => setAsked(false)} {...question} />
    </>
  );
}
