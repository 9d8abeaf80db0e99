import { Download, FileText, Image, type LucideIcon, Maximize2, Music, Video } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import type { Message } from '../history.ts';
import { AudioPlayer } from './audio-player.tsx';
import { type File, useFileName } from './file.ts';
import { useOpenMedia } from './viewer.tsx';

export const SIGNS: Record<File['kind'], LucideIcon> = {
  image: Image,
  sticker: Image,
  video: Video,
  audio: Music,
  document: FileText,
};

interface Props {
  message: Message;
  file: File;
  url: string;
}

/** A file as it is: a picture whole, sound and video with their controls, anything else as a card. */
export function StoredFile({ message, file, url }: Props) {
  const name = useFileName()(message);
  const [isBroken, setBroken] = useState(false);
  // Customers send files that are no picture, and formats that this browser does not play.
  if (isBroken) return <FileCard file={file} url={url} />;
  const shown = { message, file, url, name, onError: () => setBroken(true) };
  if (file.kind === 'image' || file.kind === 'sticker') return <Picture {...shown} />;
  if (file.kind === 'video') return <Film {...shown} />;
  if (file.kind === 'audio')
    return <AudioPlayer url={url} size={file.size} name={name} onError={shown.onError} />;
  return <FileCard file={file} url={url} />;
}

interface ShownProps extends Props {
  name: string;
  onError: () => void;
}

function Picture({ message, file, url, name, onError }: ShownProps) {
  const t = useTexts('chat.media');
  const open = useOpenMedia();
  return (
    <button
      type="button"
      title={t('enlarge')}
      className="block w-fit max-w-full cursor-zoom-in overflow-hidden rounded-md"
      onClick={({ currentTarget }) => open(message, currentTarget)}
    >
      <img
        src={file.has_thumbnail ? `${url}?thumbnail=true` : url}
        alt={name}
        loading="lazy"
        onError={onError}
        className={
          file.kind === 'sticker'
            ? 'size-28 object-contain'
            : 'max-h-80 min-h-16 max-w-full min-w-16 bg-hover object-contain'
        }
      />
    </button>
  );
}

function Film({ message, url, name, onError }: ShownProps) {
  const t = useTexts('chat.media');
  const open = useOpenMedia();
  const enlarge = ({ currentTarget }: MouseEvent<HTMLElement>) => open(message, currentTarget);
  return (
    <div className="relative w-fit max-w-full">
      {/* biome-ignore lint/a11y/useMediaCaption: people send videos without a text */}
      <video
        src={url}
        controls
        preload="metadata"
        aria-label={name}
        onError={onError}
        className="max-h-80 min-h-32 max-w-full min-w-52 rounded-md bg-black"
      />
      <IconButton
        small
        label={t('enlarge')}
        icon={Maximize2}
        onClick={enlarge}
        className="absolute top-1.5 right-1.5 bg-black/55 text-white! hover:bg-black/80"
      />
    </div>
  );
}

function FileCard({ file: { kind, file_name, size }, url }: { file: File; url: string }) {
  const [t, format] = [useTexts('chat.thread'), useFormat()];
  const name = file_name ?? t('noName');
  const Sign = SIGNS[kind];
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-card p-2.5 hover:bg-hover"
    >
      <Sign className="size-5 shrink-0 text-faint" aria-hidden />
      <span className="grid min-w-0 flex-1">
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
        {size !== null && <span className="text-xs text-faint tabular-nums">{format.bytes(size)}</span>}
      </span>
      <Download className="size-4 shrink-0 text-faint" aria-label={t('openFile')} />
    </a>
  );
}
