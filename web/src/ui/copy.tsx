import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';

const SHOWN_MS = 1_500;

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts('common.ui');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const icon = isCopied ? <Check aria-hidden /> : <Copy aria-hidden />;
  if (label === undefined) {
    return (
      <IconButton small label={isCopied ? t('copied') : t('copy')} onClick={() => void copy()}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button onClick={() => void copy()}>
      {icon}
      {isCopied ? t('copied') : label}
    </Button>
  );
}

/** A text of a machine in a box, with a button that copies it. */
export function CopyBox({ text }: { text: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-hover py-1.5 pr-1.5 pl-3">
      <code className="flex-1 py-1 font-mono text-[13px] break-all whitespace-pre-wrap select-all">
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
