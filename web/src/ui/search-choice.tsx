import { clsx } from 'clsx';
import { Command } from 'cmdk';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { floating } from './menu.tsx';
import type { Options } from './options.ts';

interface Props<Value> extends Omit<ComponentProps<'button'>, 'value'> {
  options: Options<Value>;
  value: Value;
  onValue: (value: Value) => void;
}

const item =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 data-[selected=true]:bg-hover ' +
  '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent';

const headed =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs ' +
  '[&_[cmdk-group-heading]]:text-soft [&_[cmdk-group-heading]:empty]:hidden';

/** One of many values, found by typing a part of its text. `Choice` uses it for long lists. */
export default function SearchChoice<Value>({ options, value, onValue, className, ...props }: Props<Value>) {
  const [t, shell] = [useTexts('common.ui'), useTexts('common.shell')];
  const [isOpen, setOpen] = useState(false);
  const groups = Map.groupBy(options, ([, , group]) => group);
  const [, shown = ''] = options.find(([each]) => each === value) ?? [];
  const choose = (chosen: Value) => {
    setOpen(false);
    onValue(chosen);
  };
  return (
    // Modal: a dialog around it lets nothing else scroll.
    <Radix.Root modal open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <button
          type="button"
          role="combobox"
          aria-expanded={isOpen}
          className={clsx('flex items-center gap-2 text-left', className)}
          {...props}
        >
          <span className="min-w-0 flex-1 truncate">{shown}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('search')}
          className={clsx(floating, 'w-(--radix-popover-trigger-width) max-w-[94vw] min-w-60')}
        >
          <Command
            label={t('search')}
            defaultValue={String(value ?? '')}
            filter={(_, typed, [text = ''] = []) => (isIn(text, typed) ? 1 : 0)}
          >
            <Command.Input
              placeholder={t('search')}
              className="h-9 w-full border-b border-line bg-transparent px-2 placeholder:text-faint"
            />
            <Command.List className="max-h-64 overflow-y-auto pt-1">
              <Command.Empty className="p-3 text-center text-soft">{shell('noMatch')}</Command.Empty>
              {[...groups].map(([group = '', members]) => (
                <Command.Group key={group} heading={group} className={headed}>
                  {members.map(([each, text]) => (
                    <Command.Item
                      key={String(each)}
                      value={String(each ?? '')}
                      keywords={[text]}
                      className={item}
                      onSelect={() => choose(each)}
                    >
                      <span className="min-w-0 flex-1">{text}</span>
                      {each === value && <Check aria-hidden />}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const folded = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Every typed word is in the text, without its accents. */
function isIn(text: string, typed: string): boolean {
  const known = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => known.includes(word));
}
