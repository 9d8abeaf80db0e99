import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { DropdownMenu } from 'radix-ui';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { notifyProblem } from './toast.tsx';

export const floating =
  'z-50 min-w-44 rounded-lg border border-line bg-raised p-1 shadow-lg data-[state=open]:animate-in';

/** The parts of a menu place it on the screen, a fifth of the first page: they load when somebody nears a button. */
let Radix: typeof DropdownMenu;
const loadParts = async () => {
  ({ Radix } = await import('./menu-parts.ts'));
};

/** A button with a list of acts, which is made when it opens first: a thread has hundreds of them. */
export function Menu({
  trigger,
  children,
  align = 'end',
  open,
  onOpenChange = () => {},
  onCloseAutoFocus,
}: {
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'end';
  /** For a menu that a key opens too. */
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Without it, the focus goes back to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
}) {
  const [isMade, setMade] = useState(false);
  const make = () => loadParts().then(() => setMade(true), notifyProblem);
  useEffect(() => {
    if (open && !isMade) void make();
  });
  if (!isMade)
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: () => void loadParts().catch(() => {}),
      onClick: () => {
        void make();
        onOpenChange(true);
      },
    });
  return (
    <Radix.Root modal={false} {...(open === undefined ? { defaultOpen: true } : { open, onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          className={floating}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const item =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 outline-none select-none ' +
  'data-[disabled]:opacity-50 data-[highlighted]:bg-active [&_svg]:size-4 [&_svg]:text-faint';

interface ItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  danger?: boolean;
  /** Before the text. */
  icon?: LucideIcon;
}

export function MenuItem({ className, danger, icon: Icon, children, ...props }: ItemProps) {
  return (
    <Radix.Item className={clsx(item, danger && 'text-bad [&_svg]:text-bad', className)} {...props}>
      {Icon ? (
        <>
          <Icon aria-hidden />
          {children}
        </>
      ) : (
        children
      )}
    </Radix.Item>
  );
}

export function MenuCheck({ children, ...props }: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={clsx(item, 'justify-between')} {...props}>
      {children}
      <Radix.ItemIndicator>✓</Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}

export function MenuTitle({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs text-faint">{children}</Radix.Label>;
}
