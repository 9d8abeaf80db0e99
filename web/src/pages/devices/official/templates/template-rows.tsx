import { EllipsisVertical } from 'lucide-react';
import { STATUS_TONES, useTemplateWords } from '../../../../devices/template-words.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, Dot, type Tone } from '../../../../ui/badge.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import { Table, Td, Th } from '../../../../ui/table.tsx';
import type { Template } from './form.ts';

export type TemplateAct = 'edit' | 'copy' | 'delete';

const QUALITIES: Readonly<Record<string, Tone>> = { green: 'good', yellow: 'warn', red: 'bad' };
const COLUMNS = ['name', 'state', 'category', 'quality', 'text'] as const;

interface Props {
  templates: readonly Template[];
  /** Null: the user may not change templates. */
  onAct: ((act: TemplateAct, template: Template) => void) | null;
}

export function TemplateRows({ templates, onAct }: Props) {
  const t = useTexts('devices.officialTemplates');
  return (
    <Table aria-label={t('templates')}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Th key={column}>{t(column)}</Th>
          ))}
          {onAct && <Th />}
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <Row key={template.id} {...{ template, onAct }} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ template, onAct }: { template: Template } & Pick<Props, 'onAct'>) {
  const [t, word] = [useTexts('devices.officialTemplates'), useTemplateWords()];
  const { name, language, status, category, quality, rejection, body } = template;
  return (
    <tr>
      <Td>
        <span className="font-mono text-[13px] break-all">{name}</span>
        <span className="block text-xs text-faint">{language}</span>
      </Td>
      <Td>
        <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{word(status)}</Badge>
        {rejection && (
          <span className="mt-1 block max-w-60 text-xs text-bad" title={rejection}>
            {word(rejection)}
          </span>
        )}
      </Td>
      <Td>{word(category)}</Td>
      <Td>
        {quality && (
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <Dot tone={QUALITIES[quality] ?? 'neutral'} />
            {word(quality)}
          </span>
        )}
      </Td>
      <Td className="min-w-60">
        <bdi className="line-clamp-2" title={body}>
          {body}
        </bdi>
      </Td>
      {onAct && (
        <Td>
          <Menu trigger={<IconButton small label={t('acts', { name, language })} icon={EllipsisVertical} />}>
            {/* The provider does not tell its settings: a change would reset them. */}
            {category !== 'authentication' && (
              <MenuItem onSelect={() => onAct('edit', template)}>{t('edit')}</MenuItem>
            )}
            <MenuItem onSelect={() => onAct('copy', template)}>{t('copy')}</MenuItem>
            <MenuItem danger onSelect={() => onAct('delete', template)}>
              {t('delete')}
            </MenuItem>
          </Menu>
        </Td>
      )}
    </tr>
  );
}
