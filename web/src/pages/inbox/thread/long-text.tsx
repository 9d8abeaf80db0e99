import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { threadTexts } from './texts.ts';

/** More is shown after a click: a customer can send thousands of empty lines. */
const MAX_LENGTH = 2_000;
const MAX_LINES = 25;

/** What someone wrote, with its line breaks. */
export function LongText({ text, className }: { text: string; className?: string | false }) {
  const t = useTexts(threadTexts);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > MAX_LENGTH || text.split('\n', MAX_LINES + 1).length > MAX_LINES;
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={clsx('whitespace-pre-wrap', isLong && !isOpen && 'max-h-96 overflow-hidden', className)}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="justify-self-start text-[13px] text-accent underline"
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'showLess' : 'showAll')}
        </button>
      )}
    </>
  );
}
