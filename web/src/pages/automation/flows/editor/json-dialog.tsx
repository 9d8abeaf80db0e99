import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextArea } from '../../../../ui/field.tsx';
import { type Definition, isRecord, readDefinition } from '../model/definition.ts';

const MAX_BYTES = 256 * 1024;

interface Props {
  definition: Readonly<Record<string, unknown>>;
  onApply: (definition: Definition) => void;
  onClose: () => void;
}

/** The whole draft as text, for experts. */
export function JsonDialog({ definition, onApply, onClose }: Props) {
  const [t, ui] = [useTexts('flows.editor'), useTexts('common.ui')];
  const [text, setText] = useState(() => JSON.stringify(definition, null, 2));
  const [problem, setProblem] = useState<string>();
  const apply = () => {
    const { read, reason } = readJson(text);
    if (read) {
      onApply(read);
      return onClose();
    }
    setProblem(
      reason === 'large'
        ? t('jsonLarge')
        : reason === 'shape'
          ? t('jsonUnknown')
          : t('jsonBad', { problem: reason }),
    );
  };
  const footer = (
    <>
      <CopyButton text={text} label={ui('copy')} />
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" onClick={apply}>
        {t('apply')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      width="wide"
      title={t('jsonTitle')}
      lead={t('jsonLead')}
      footer={footer}
    >
      <TextArea
        label={t('jsonField')}
        problem={problem}
        rows={20}
        spellCheck={false}
        wrap="off"
        className="font-mono text-[13px]"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}

function readJson(text: string): { read?: Definition; reason: string } {
  if (new Blob([text]).size > 2 * MAX_BYTES) return { reason: 'large' };
  try {
    const value: unknown = JSON.parse(text);
    // An export of the API has the definition inside.
    const inner = isRecord(value) && isRecord(value.definition) ? value.definition : value;
    const read = isRecord(inner) ? readDefinition(inner) : null;
    if (!read) return { reason: 'shape' };
    return new Blob([JSON.stringify(read)]).size > MAX_BYTES ? { reason: 'large' } : { read, reason: '' };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
