import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { NOTICES } from './toast.tsx';

const shade = 'fixed inset-0 z-40 bg-black/45';
const centred =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] w-full flex-col gap-4 rounded-t-xl border border-line ' +
  'bg-raised py-5 shadow-xl outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-1/2 ' +
  'sm:rounded-xl';
const FIELD = ':is(input, select, textarea):not(:disabled, [type=hidden], .hidden)';
const WIDTHS = { small: 'sm:w-105', normal: 'sm:w-135', wide: 'sm:w-[min(56rem,94vw)]' };

export interface BoxProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  width?: keyof typeof WIDTHS | undefined;
  /** A click beside the dialog does not close it: it shows or holds what would be lost. */
  firm?: boolean | undefined;
  /** Buttons at the end. */
  footer?: ReactNode;
  children?: ReactNode;
  /** The element of the dialog. */
  box?: Ref<HTMLDivElement>;
  onInput?: (event: FormEvent) => void;
}

/** What lies before the page. On a phone it comes from below. Pages use `Dialog`. */
export function DialogBox({
  open,
  onClose,
  title,
  lead,
  width = 'normal',
  firm,
  footer,
  ...props
}: BoxProps) {
  const t = useTexts('common.ui');
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={shade} />
        <Radix.Content
          ref={props.box}
          className={clsx(centred, WIDTHS[width])}
          onInput={props.onInput}
          onOpenAutoFocus={focusFirst}
          onInteractOutside={(event) => {
            // A notice lies above the dialog, and belongs to no page.
            if (firm || isIn(NOTICES, event.target)) event.preventDefault();
          }}
          {...(lead === undefined && { 'aria-describedby': undefined })}
        >
          <div className="flex items-start gap-3 px-5">
            <div className="grid flex-1 gap-1">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {lead !== undefined && <Radix.Description className="text-soft">{lead}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton small label={t('close')} icon={X} />
            </Radix.Close>
          </div>
          {/* Title and buttons stay in sight while a long form scrolls between them. */}
          {props.children && <div className="grid gap-4 overflow-y-auto px-5 py-1">{props.children}</div>}
          {footer && <div className="flex flex-wrap justify-end gap-2 px-5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A form begins at its first field. Without one, the box reads its title, and no key runs an act by mistake. */
function focusFirst(event: Event): void {
  event.preventDefault();
  const { currentTarget: box } = event;
  if (!(box instanceof HTMLElement)) return;
  (box.querySelector<HTMLElement>(FIELD) ?? box).focus();
}

const isIn = (id: string, target: EventTarget | null) =>
  target instanceof Node && document.getElementById(id)?.contains(target) === true;
