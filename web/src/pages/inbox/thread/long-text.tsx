import { clsx } from 'clsx';
import { Fragment, useId, useMemo, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Marked, useIsFound } from '../../../ui/found-words.tsx';
import { type Piece, piecesOf } from './marks.ts';

/** More is shown after a click: a customer can send thousands of empty lines. */
const MAX_LENGTH = 2_000;
const MAX_LINES = 25;

/** What someone wrote, with its line breaks. */
export function LongText({ text, className }: { text: string; className?: string | false }) {
  const t = useTexts('chat.thread');
  const [isChosen, setOpen] = useState<boolean | null>(null);
  // A found word can stand far below.
  const isFound = useIsFound(text);
  const isOpen = isChosen ?? isFound;
  const id = useId();
  const pieces = useMemo(() => piecesOf(text), [text]);
  const isLong = text.length > MAX_LENGTH || text.split('\n', MAX_LINES + 1).length > MAX_LINES;
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={clsx('whitespace-pre-wrap', isLong && !isOpen && 'max-h-96 overflow-hidden', className)}
      >
        <Pieces pieces={pieces} />
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

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  return pieces.map((piece, index) => <Fragment key={index}>{drawn(piece)}</Fragment>);
}

function drawn(piece: Piece) {
  switch (piece.type) {
    case 'text':
      return <Marked text={piece.text} />;
    case 'code':
      return <code className="font-mono text-[13px]">{piece.text}</code>;
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer" className="break-all underline">
          <bdi>{piece.text}</bdi>
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Pieces pieces={piece.pieces} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Pieces pieces={piece.pieces} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Pieces pieces={piece.pieces} />
        </s>
      );
    default:
      return piece satisfies never;
  }
}
