import { FileText } from 'lucide-react';
import { gatewayPath } from '../place.ts';
import { useFormat } from '../texts/format.ts';
import type { Media } from './use-upload.ts';

/** A stored file as a phone shows it. */
export function FilePreview({ file }: { file: Media }) {
  const format = useFormat();
  const { id, type, file_name: name, size, has_thumbnail } = file;
  const source = gatewayPath(`/app/api/media/${id}/file`);
  if (type === 'image') {
    const picture = has_thumbnail ? `${source}?thumbnail=true` : source;
    return <img src={picture} alt={name} className="max-h-64 rounded-md object-contain" />;
  }
  if (type === 'video') {
    // biome-ignore lint/a11y/useMediaCaption: files of users have none
    return <video src={source} controls preload="metadata" className="max-h-64 rounded-md" />;
  }
  return (
    <a href={source} download className="flex min-w-0 items-center gap-2 rounded-md bg-hover px-2.5 py-2">
      <FileText className="size-6 shrink-0 text-soft" aria-hidden />
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
      <span className="shrink-0 text-[13px] text-soft tabular-nums">{format.bytes(size)}</span>
    </a>
  );
}
