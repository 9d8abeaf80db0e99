import { clsx } from 'clsx';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';

interface Props {
  title: string;
  lead?: string;
  /** Opens it when this becomes true. */
  isOpen: boolean;
  className?: string;
  children: ReactNode;
}

/** Fields that most users do not need. What the user opened or closed stays so. */
export function More({ title, lead, isOpen, className, children }: Props) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && place.current) place.current.open = true;
  }, [isOpen]);
  // A browser submits no form with an invalid field, and shows the reason only at a field that it can focus.
  const show = (event: SyntheticEvent<HTMLDetailsElement>) => {
    event.currentTarget.open = true;
  };
  return (
    <details
      ref={place}
      className={clsx('rounded-lg border border-line px-4 py-3', className)}
      onInvalidCapture={show}
    >
      <summary className="font-medium">
        {title}
        {lead && (
          <span className="ml-2 text-[13px] font-normal text-soft max-sm:ml-0 max-sm:block">{lead}</span>
        )}
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}
