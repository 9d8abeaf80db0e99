import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

/** On or off at once, without a save button. Needs a label: `aria-label` or a `label` with `htmlFor`. */
export function Switch(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className="inline-flex h-5.5 w-10 shrink-0 items-center rounded-full border border-field-line bg-hover p-0.5
        transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      {...props}
    >
      <Radix.Thumb
        className="size-4 rounded-full bg-field-line transition-transform data-[state=checked]:translate-x-4.5
          data-[state=checked]:bg-on-accent"
      />
    </Radix.Root>
  );
}
