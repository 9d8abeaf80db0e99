import { FileText, FileX, ImageOff, Loader2, type LucideIcon, VideoOff, VolumeX } from 'lucide-react';
import { call } from '../../../../api/call.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { useButtonAct } from '../../../../ui/use-button-act.ts';
import { refresh } from '../../use-live-inbox.ts';
import type { Message } from '../history.ts';
import { type File, urlOf } from './file.ts';
import { SIGNS, StoredFile } from './stored-file.tsx';

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

/** The file of a message, or what became of it. */
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
  const url = urlOf(message);
  if (url !== null) return <StoredFile message={message} file={media} url={url} />;
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
