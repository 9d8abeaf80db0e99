import { FileText, Paperclip, RotateCw, X } from 'lucide-react';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { chooseFiles } from './choose-files.ts';
import { FilePreview } from './file-preview.tsx';
import { useRefusal } from './use-refusal.ts';
import type { Media, Upload } from './use-upload.ts';

interface Props {
  label: string;
  hint?: string | undefined;
  file: Media | null;
  upload: Upload;
  onRemove: () => void;
}

/** One file: chosen, replaced and removed. */
export function FileField({ label, hint, file, upload, onRemove }: Props) {
  const t = useTexts('shared.files');
  const choose = () => chooseFiles({ single: true }, ([chosen]) => chosen && upload.start(chosen));
  return (
    <fieldset className="grid justify-items-start gap-1.5">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      {upload.state === 'idle' && file && (
        <div className="flex max-w-full items-start gap-2">
          <div className="min-w-0 max-w-72">
            <FilePreview file={file} />
          </div>
          <IconButton small label={t('remove', { name: file.file_name })} onClick={onRemove} icon={X} />
        </div>
      )}
      {upload.state === 'uploading' && <Uploading {...upload} />}
      {upload.state === 'failed' && <Failed {...upload} />}
      {upload.state === 'idle' && (
        <Button size="small" icon={Paperclip} onClick={choose}>
          {t(file ? 'replace' : 'choose')}
        </Button>
      )}
      {hint && <p className="text-[13px] text-faint">{hint}</p>}
    </fieldset>
  );
}

type Of<State extends Upload['state']> = Extract<Upload, { state: State }>;

function Uploading({ file: { name, size }, share, stop }: Of<'uploading'>) {
  const [t, format] = [useTexts('shared.files'), useFormat()];
  return (
    <div className="flex w-full max-w-sm items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="flex gap-2 text-[13px]">
          <bdi className="truncate">{name}</bdi>
          <span className="shrink-0 text-soft tabular-nums">{format.bytes(size)}</span>
        </span>
        <Progress label={t('uploading', { name })} total={100} good={Math.round(100 * share)} />
      </div>
      <IconButton small label={t('cancel', { name })} onClick={stop} icon={X} />
    </div>
  );
}

function Failed({ file, problem, start, stop }: Of<'failed'>) {
  const t = useTexts('shared.files');
  const { text, asDocument } = useRefusal(file.type, problem);
  return (
    <div role="alert" className="grid justify-items-start gap-1.5 text-[13px] text-bad">
      <span>
        <bdi>{file.name}</bdi>: {text}
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          icon={asDocument ? FileText : RotateCw}
          onClick={() => start(file, asDocument ? 'document' : null)}
        >
          {t(asDocument ? 'asDocument' : 'again')}
        </Button>
        <Button size="small" onClick={stop}>
          {t('another')}
        </Button>
      </span>
    </div>
  );
}
