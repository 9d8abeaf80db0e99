import { FileText, Music, RotateCw, Video, X } from 'lucide-react';
import { MAX_CAPTION } from '../../../../files/caption.ts';
import { useRefusal } from '../../../../files/use-refusal.ts';
import { gatewayPath } from '../../../../place.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/field.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { type Attachment, type Place, removeAttachment, setCaption, uploadAgain } from './attachments.ts';

interface Props {
  place: Place;
  attachments: readonly Attachment[];
}

/** The files of the reply, with a caption each. The text of the reply is the caption of a single one. */
export function Tray({ place, attachments }: Props) {
  const t = useTexts('chat.files');
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t('files')} className="grid max-h-[40dvh] gap-1.5 overflow-y-auto">
      {attachments.map((each) => (
        <Card key={each.key} place={place} attachment={each} isAlone={attachments.length === 1} />
      ))}
    </ul>
  );
}

interface CardProps {
  place: Place;
  attachment: Attachment;
  isAlone: boolean;
}

function Card({ place, attachment, isAlone }: CardProps) {
  const [t, format] = [useTexts('chat.files'), useFormat()];
  const { key, caption, state } = attachment;
  const [voice, { name: fileName, size, kind }] = [useTexts('chat.voice'), factsOf(attachment)];
  const name = attachment.isVoice ? voice('recording') : fileName;
  return (
    <li className="flex items-start gap-2.5 rounded-md border border-line bg-hover p-2">
      {kind !== 'audio' && <Preview attachment={attachment} isAlone={isAlone} />}
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="flex gap-2 text-[13px]">
          <bdi className="truncate" title={name}>
            {name}
          </bdi>
          <span className="shrink-0 text-soft tabular-nums">{format.bytes(size)}</span>
        </span>
        {kind === 'audio' && <Preview attachment={attachment} isAlone={isAlone} />}
        {state === 'uploading' && (
          <Progress label={t('uploading', { name })} total={100} good={Math.round(100 * attachment.share)} />
        )}
        {state === 'failed' && <Failed {...{ place, attachment }} />}
        {!isAlone && state !== 'failed' && kind !== 'audio' && (
          <Input
            aria-label={t('captionOf', { name })}
            placeholder={t('caption')}
            dir="auto"
            maxLength={MAX_CAPTION}
            value={caption}
            onChange={({ target }) => setCaption(place, key, target.value)}
          />
        )}
      </div>
      <IconButton
        small
        label={t(state === 'uploading' ? 'cancel' : 'remove', { name })}
        onClick={() => removeAttachment(place, key)}
        icon={X}
      />
    </li>
  );
}

interface FailedProps {
  place: Place;
  attachment: Attachment & { state: 'failed' };
}

function Failed({ place, attachment: { key, file, problem } }: FailedProps) {
  const t = useTexts('shared.files');
  const { text, asDocument } = useRefusal(file.type, problem);
  return (
    <div role="alert" className="grid justify-items-start gap-1 text-[13px] text-bad">
      {text}
      <Button
        size="small"
        icon={asDocument ? FileText : RotateCw}
        onClick={() => uploadAgain(place, key, asDocument ? 'document' : null)}
      >
        {t(asDocument ? 'asDocument' : 'again')}
      </Button>
    </div>
  );
}

/** What is known of the file before and after it is stored. */
export function factsOf(attachment: Attachment): { name: string; size: number; kind: string } {
  if (attachment.state === 'ready') {
    const { file_name, size, type } = attachment.media;
    return { name: file_name, size, kind: type };
  }
  const { name, size, type } = attachment.file;
  const [family = ''] = type.split('/');
  return { name, size, kind: ['image', 'video', 'audio'].includes(family) ? family : 'document' };
}

const SIGNS: Readonly<Record<string, typeof FileText>> = { video: Video, audio: Music };

function Preview({ attachment, isAlone }: { attachment: Attachment; isAlone: boolean }) {
  const { name, kind } = factsOf(attachment);
  const { preview } = attachment;
  const size = isAlone ? 'max-h-40 max-w-[40%] rounded' : 'size-14 rounded object-contain';
  const media = attachment.state === 'ready' ? attachment.media : null;
  const stored = media && gatewayPath(`/app/api/media/${media.id}/file`);
  const picture = preview ?? (media?.has_thumbnail ? `${stored}?thumbnail=true` : null);
  if (kind === 'image' && picture !== null) return <img src={picture} alt={name} className={size} />;
  const source = preview ?? stored;
  // biome-ignore lint/a11y/useMediaCaption: files of users have none
  if (kind === 'video' && source) return <video src={source} controls={isAlone} className={size} />;
  // biome-ignore lint/a11y/useMediaCaption: files of users have none
  if (kind === 'audio' && source) return <audio src={source} controls className="h-10 w-full" />;
  const Sign = SIGNS[kind] ?? FileText;
  return (
    <span className="grid size-14 shrink-0 place-items-center">
      <Sign className="size-8 text-faint" aria-hidden />
    </span>
  );
}
