import {
  Download,
  FileText,
  FileX,
  Image,
  ImageOff,
  Loader2,
  type LucideIcon,
  Music,
  Video,
  VideoOff,
  VolumeX,
} from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { gatewayPath } from '../../../place.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { refresh } from '../use-live-inbox.ts';
import type { Message } from './history.ts';

type File = Schema<'MessageFile'>;

const SIGNS: Record<File['kind'], LucideIcon> = {
  image: Image,
  sticker: Image,
  video: Video,
  audio: Music,
  document: FileText,
};
const GONE: Record<File['kind'], LucideIcon> = {
  image: ImageOff,
  sticker: ImageOff,
  video: VideoOff,
  audio: VolumeX,
  document: FileX,
};

/** A file that we sent, alone or above a template. */
function ownFile({ media_url, type, template }: Message): { url: string; type: string } | null {
  if (media_url !== null) return { url: media_url, type };
  const above = Object.entries(template?.variables ?? {}).find(([key]) =>
    /^header\.(image|video|document)$/.test(key),
  );
  return above ? { url: above[1], type: above[0].slice('header.'.length) } : null;
}

interface Props {
  conversationId: string;
  message: Message;
}

/** The file of a customer, or what became of it. */
export function MessageMedia({ conversationId, message }: Props) {
  const t = useTexts('chat.thread');
  const { media, id } = message;
  if (!media) {
    const own = ownFile(message);
    return own && <OwnMedia {...own} />;
  }
  if (media.state === 'waiting')
    return (
      <Line>
        <Loader2 className="size-4 animate-spin" aria-hidden />
        {t('mediaWaiting')}
      </Line>
    );
  if (media.state === 'stored' && media.url !== null && id !== null)
    return <StoredFile file={media} url={gatewayPath(media.url)} />;
  const Gone = GONE[media.kind];
  return (
    <Line>
      <Gone className="size-4" aria-hidden />
      {t(reasonText(media))}
      {media.state === 'failed' && id !== null && <FetchAgain conversationId={conversationId} id={id} />}
    </Line>
  );
}

function reasonText({ state, reason }: File) {
  if (reason === 'deleted') return 'mediaDeleted';
  if (state === 'removed') return 'mediaRemoved';
  if (reason === 'expired') return 'mediaExpired';
  if (reason === 'storage_limit_reached') return 'mediaNoRoom';
  return reason === 'too_large' ? 'mediaTooLarge' : 'mediaFailed';
}

function StoredFile({ file, url }: { file: File; url: string }) {
  const t = useTexts('inbox.page');
  const { kind, has_thumbnail, file_name } = file;
  const [isBroken, setBroken] = useState(false);
  // Customers send files that are no picture, and formats that this browser does not play.
  if (isBroken) return <FileLink file={file} url={url} />;
  const onError = () => setBroken(true);
  const picture = has_thumbnail ? `${url}?thumbnail=true` : url;
  if (kind === 'image' || kind === 'sticker')
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block">
        <img
          src={picture}
          alt={file_name ?? t(kind)}
          loading="lazy"
          onError={onError}
          className={
            kind === 'sticker' ? 'size-28 object-contain' : 'h-48 w-64 rounded-md bg-hover object-cover'
          }
        />
      </a>
    );
  const player = { src: url, controls: true, preload: 'metadata', onError } as const;
  if (kind === 'video') return <video {...player} className="h-48 w-64 rounded-md bg-ink" />;
  if (kind === 'audio') return <audio {...player} className="h-11 w-64 max-w-full" />;
  return <FileLink file={file} url={url} />;
}

function FileLink({ file: { kind, file_name, size }, url }: { file: File; url: string }) {
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

/** Files that we send stay where they are: the policy of the page loads nothing from there. */
function OwnMedia({ url, type }: { url: string; type: string }) {
  const Sign = type in SIGNS ? SIGNS[type as File['kind']] : FileText;
  const isWeb = /^https?:\/\//i.test(url);
  const line = (
    <>
      <Sign className="size-4 shrink-0" aria-hidden />
      <bdi className="truncate">{url}</bdi>
    </>
  );
  if (!isWeb) return <Line>{line}</Line>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={url}
      className="flex w-64 max-w-full items-center gap-2 text-[13px] underline"
    >
      {line}
    </a>
  );
}

function FetchAgain({ conversationId, id }: { conversationId: string; id: number }) {
  const t = useTexts('chat.thread');
  const ask = useButtonAct(async () => {
    await call('POST /messages/{id}/media/fetch', { id });
    await refresh(conversationId);
  });
  return (
    <Button size="small" {...ask}>
      {t('fetchAgain')}
    </Button>
  );
}

function Line({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 text-[13px] text-soft">{children}</div>;
}
