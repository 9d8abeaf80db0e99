import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';

const OVERLAY = `pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-xl border-2 border-dashed
  border-accent bg-card/90`;

interface Props {
  onFiles: (files: readonly File[]) => void;
  className: string;
  children: ReactNode;
}

/** Takes files that are dropped or pasted anywhere in a conversation. */
export function DropZone({ onFiles, className, children }: Props) {
  const t = useTexts('chat.files');
  const [isOver, setOver] = useState(false);
  const take = (files: FileList) => files.length > 0 && onFiles([...files]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clip and a paste do the same by keys
    <section
      className={className}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        const { clipboardData } = event;
        // Cells of a spreadsheet come as text and as a picture of it.
        if (clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        take(clipboardData.files);
      }}
    >
      {children}
      {isOver && (
        <div className={OVERLAY}>
          <span className="flex items-center gap-2 font-medium">
            <FileUp className="size-5" aria-hidden />
            {t('drop')}
          </span>
        </div>
      )}
    </section>
  );
}
