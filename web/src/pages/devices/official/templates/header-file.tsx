import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { NewTemplate } from '../../../../api/limits.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { uploadTemplateFile } from '../../queries.ts';
import type { PartProps } from './form.ts';

const ACCEPTED = { image: 'image/jpeg,image/png', video: 'video/mp4', document: 'application/pdf' };
const HINTS = { image: 'imageHint', video: 'videoHint', document: 'documentHint' } as const;

/** The example file for the reviewer: one of this computer, or one behind an address. */
export function HeaderFile({ form, problem, onForm, deviceUuid }: PartProps & { deviceUuid: string }) {
  const t = useTexts('devices.officialTemplates');
  const input = useRef<HTMLInputElement>(null);
  const { headerType, file } = form;
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadTemplateFile(deviceUuid, chosen),
    onSuccess: ({ type, handle }, chosen) =>
      onForm({
        ...form,
        headerType: type,
        handle,
        file: { name: chosen.name, url: URL.createObjectURL(chosen) },
        mediaUrl: '',
      }),
  });
  if (headerType === 'none' || headerType === 'text') return null;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) upload.mutate(chosen);
    // The same file can be chosen again after a refusal.
    target.value = '';
  };
  const refusal = upload.error ? asProblem(upload.error) : null;
  const wrong = fieldProblem(refusal, 'file') ?? (file ? undefined : fieldProblem(problem, 'header.handle'));
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <Field label={t('exampleFile')} hint={t(HINTS[headerType])} problem={wrong}>
        {(control) => (
          <div className="flex flex-wrap items-center gap-3">
            <input
              {...control}
              ref={input}
              type="file"
              className="sr-only"
              accept={ACCEPTED[headerType]}
              onChange={choose}
            />
            <Button size="small" busy={upload.isPending} onClick={() => input.current?.click()}>
              <Paperclip aria-hidden />
              {t(file ? 'otherFile' : 'chooseFile')}
            </Button>
            {file && (
              <bdi role="status" className="min-w-0 truncate text-[13px]" title={file.name}>
                {file.name}
              </bdi>
            )}
          </div>
        )}
      </Field>
      {refusal?.code !== 'invalid_fields' && <ProblemLine problem={refusal} />}
      {!file && <FileAddress {...{ form, problem, onForm }} />}
    </div>
  );
}

function FileAddress({ form, problem, onForm }: PartProps) {
  const t = useTexts('devices.officialTemplates');
  return (
    <Field label={t('fileAddress')} problem={fieldProblem(problem, 'header_media_url')}>
      {(control) => (
        <Input
          {...control}
          type="url"
          maxLength={NewTemplate.header_media_url.maxLength}
          placeholder="https://"
          value={form.mediaUrl}
          onChange={({ target }) => onForm({ ...form, mediaUrl: target.value })}
        />
      )}
    </Field>
  );
}
