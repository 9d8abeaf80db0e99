import { FileText } from 'lucide-react';
import { gatewayPath } from '../../../place.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import type { Phone, PhoneMessage } from '../queries.ts';

interface Props {
  phone: Phone;
  peer: string;
  message: PhoneMessage;
  file: NonNullable<PhoneMessage['file']>;
}

/** A picture is shown; any other file can be opened. */
export function MessageFile({ phone, peer, message: { id, type }, file }: Props) {
  const [t, format] = [useTexts('sandbox.screen'), useFormat()];
  const chat = `/app/api/sandbox/phones/${phone.number}/chats/${peer}`;
  const url = gatewayPath(`${chat}/messages/${encodeURIComponent(id)}/media`);
  if (type === 'image' || type === 'sticker')
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block">
        <img
          src={url}
          alt={file.name ?? t(`type_${type}`)}
          loading="lazy"
          className="h-40 w-full min-w-48 rounded-md bg-hover object-contain"
        />
      </a>
    );
  if (type === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: customers send no captions
    return <audio src={url} controls preload="none" className="h-11 w-60 max-w-full" />;
  const name = file.name ?? t('noName');
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-2 rounded-md border border-line bg-card p-2 hover:bg-hover"
    >
      <FileText className="size-5 shrink-0 text-faint" aria-hidden />
      <span className="grid min-w-0">
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
        <span className="text-xs text-soft tabular-nums">{format.bytes(file.size)}</span>
      </span>
    </a>
  );
}
