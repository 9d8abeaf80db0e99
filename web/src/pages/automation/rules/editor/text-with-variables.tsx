import { useQuery } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { CreateAutoReply } from '../../../../api/limits.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useContactVariables } from '../../../../queries/own-fields.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/field.tsx';
import { insertAt } from '../../../../ui/insert-at.ts';
import { Menu, MenuItem, MenuTitle } from '../../../../ui/menu.tsx';
import { previewOf } from '../draft.ts';

const VARIABLES = [
  ['var_first_name', 'customer.first_name', true],
  ['var_name', 'customer.name', true],
  ['var_phone', 'customer.phone', false],
  ['var_label', 'device.label', false],
] as const;

const MAX_TEXT = CreateAutoReply['replies.*.body'].maxLength;

interface Props {
  label: string;
  isRequired: boolean;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** A text, a menu of what is filled for each customer, and what a customer reads. */
export function TextWithVariables({ label, isRequired, value, problem, onChange }: Props) {
  const t = useTexts('rules.editor');
  const area = useRef<HTMLTextAreaElement>(null);
  const device = useQuery(devicesQuery).data?.data[0]?.label ?? t('var_label');
  const fields = useContactVariables();
  const insert = (name: string, hasFallback: boolean) => {
    const piece = `{{${name}${hasFallback ? `|${t('fallback')}` : ''}}}`;
    onChange(insertAt(area.current, value, { piece, max: MAX_TEXT }));
  };
  const preview = previewOf(value, device);
  return (
    <div className="grid gap-2">
      <TextArea
        label={label}
        problem={problem}
        ref={area}
        required={isRequired}
        dir="auto"
        rows={4}
        maxLength={MAX_TEXT}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Menu
          align="start"
          trigger={
            <Button size="small" icon={Braces}>
              {t('insert')}
            </Button>
          }
        >
          <MenuTitle>{t('insertTitle')}</MenuTitle>
          {VARIABLES.map(([text, name, hasFallback]) => (
            <MenuItem key={name} onSelect={() => insert(name, hasFallback)}>
              {t(text)}
            </MenuItem>
          ))}
          {fields.map((name) => (
            <MenuItem key={name} onSelect={() => insert(name, true)}>
              <code className="font-mono text-[13px]">{name}</code>
            </MenuItem>
          ))}
        </Menu>
        {preview !== value && (
          <div className="grid max-w-full gap-1 text-[13px]">
            <span className="text-xs text-soft">{t('preview')}</span>
            <p dir="auto" className="rounded-xl bg-bubble-own px-3 py-1.5 whitespace-pre-wrap">
              {preview}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
