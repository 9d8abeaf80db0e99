import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { floating } from './menu.tsx';

interface Props {
  /** Its name, where no heading inside says it. */
  label?: string;
  trigger: ReactNode;
  children: ReactNode;
  className?: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Without it, the focus goes back to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** A small panel beside its button, for a look or a short form. */
export function Popover({
  label,
  trigger,
  children,
  className,
  align = 'start',
  onCloseAutoFocus,
  ...state
}: Props) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          className={clsx(floating, 'max-h-[80dvh] w-80 max-w-[94vw] overflow-y-auto p-3', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
