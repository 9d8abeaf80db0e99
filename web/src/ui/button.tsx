import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import { Loader2, type LucideIcon } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

const look = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none ' +
    'transition-colors disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        plain: 'border border-line bg-card text-ink hover:bg-hover',
        quiet: 'text-soft hover:bg-hover hover:text-ink',
        danger: 'bg-bad-soft text-bad hover:brightness-95',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: { normal: 'h-9 px-3.5', small: 'h-8 px-2.5 text-[13px]', icon: 'size-9', 'small-icon': 'size-7' },
    },
    compoundVariants: [{ kind: 'link', className: 'h-auto! px-0!' }],
    defaultVariants: { kind: 'plain', size: 'normal' },
  },
);

type Props = ComponentProps<'button'> &
  VariantProps<typeof look> & {
    /** The child becomes the button, such as a link. */
    asChild?: boolean;
    /** Shows that the work goes on, and takes no click meanwhile. */
    busy?: boolean;
    /** Before the text. */
    icon?: LucideIcon;
  };

export function Button({
  kind,
  size,
  className,
  asChild,
  busy = false,
  icon: Icon,
  disabled,
  children,
  ...props
}: Props) {
  const classes = clsx(look({ kind, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={classes} disabled={disabled || busy} aria-busy={busy} {...props}>
      {busy && <Loader2 className="animate-spin" aria-hidden />}
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

type IconProps = Omit<Props, 'size' | 'aria-label' | 'title'> & { label: string; small?: boolean };

/** A button that is only a picture. The label is its name and its tooltip. */
export function IconButton({ label, small, kind = 'quiet', ...props }: IconProps) {
  return (
    <Button kind={kind} size={small ? 'small-icon' : 'icon'} aria-label={label} title={label} {...props} />
  );
}
