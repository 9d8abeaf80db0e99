import { type FormEvent, useRef, useState } from 'react';
import { type BoxProps, DialogBox } from './dialog-box.tsx';
import { LeaveGuard, LeaveQuestion } from './leave-guard.tsx';

interface Props extends Omit<BoxProps, 'box' | 'onInput'> {
  /** Whether closing loses changes. Without it, what the user typed into the form counts. */
  unsaved?: () => boolean;
  /** What closing loses, if it is no change. */
  leaveLead?: string;
}

/** A question or a form before the page. Closing with unsaved changes asks first; the form's own `Cancel` does not. */
export function Dialog({ unsaved, leaveLead, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef(new Set<Element>());
  const [isAsking, setAsking] = useState(false);
  const note = ({ target }: FormEvent) => {
    if (target instanceof Element && box.current?.contains(target) && isPartOfForm(target, props.firm))
      typed.current.add(target);
  };
  // After a form has given way to its result, nothing is left to lose.
  const isUnsaved = () => unsaved?.() ?? [...typed.current].some(({ isConnected }) => isConnected);
  const close = () => (isUnsaved() ? setAsking(true) : props.onClose());
  const leave = () => {
    setAsking(false);
    props.onClose();
  };
  return (
    <>
      <DialogBox {...props} onClose={close} box={box} onInput={note} />
      {props.open && <LeaveGuard when={isUnsaved} lead={leaveLead} inDialog />}
      {isAsking && <LeaveQuestion lead={leaveLead} onStay={() => setAsking(false)} onLeave={leave} />}
    </>
  );
}

/** A search in a dialog loses nothing, nor does the word that confirms an act. */
const isPartOfForm = (target: Element, firm = false) =>
  !target.matches('[type=search]') && (firm || target.closest('form') !== null);
