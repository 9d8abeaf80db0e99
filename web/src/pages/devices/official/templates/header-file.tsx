import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, fieldProblem } from '../../../../ui/field.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { uploadTemplateFile } from '../../queries.ts';
import type { Form } from './form.ts';

const ACCEPTED = { image: 'image/jpeg,image/png', video: 'video/mp4', document: 'application/pdf' };
const HINTS = { image: 'imageHint', video: 'videoHint', document: 'documentHint' } as const;

/** The example file for the reviewer: one of this computer, or one behind an address. */
export function HeaderFile({ deviceUuid }: { deviceUuid: string }) {
  const t = useTexts('devices.officialTemplates');
  const type = useField<Form['header']['type']>('header.type');
  const handle = useField<string>('header.handle');
  const file = useField<Form['file']>('file');
  const address = useField<Form['header_media_url']>('header_media_url');
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadTemplateFile(deviceUuid, chosen),
    onSuccess: (uploaded, chosen) => {
      type.setValue(uploaded.type);
      handle.setValue(uploaded.handle);
      file.setValue({ name: chosen.name, url: URL.createObjectURL(chosen) });
      address.setValue(null);
    },
  });
  if (type.value === 'none' || type.value === 'text') return null;
  const refusal = upload.error ? asProblem(upload.error) : null;
  const wrong = fieldProblem(refusal, 'file') ?? (file.value ? undefined : handle.problem);
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <Field label={t('exampleFile')} hint={t(HINTS[type.value])} problem={wrong}>
        {(control) => (
          <FileInput
            {...control}
            accept={ACCEPTED[type.value as keyof typeof ACCEPTED]} // neither none nor text
            name={file.value?.name}
            busy={upload.isPending}
            onFile={upload.mutate}
          />
        )}
      </Field>
      {refusal?.code !== 'invalid_fields' && <ProblemLine problem={refusal} />}
      {!file.value && (
        <TextField name="header_media_url" label={t('fileAddress')} type="url" placeholder="https://" />
      )}
    </div>
  );
}

interface FileProps {
  id: string;
  accept: string;
  /** Of the chosen file. */
  name: string | undefined;
  busy: boolean;
  onFile: (file: File) => void;
}

function FileInput({ name, busy, onFile, ...control }: FileProps) {
  const t = useTexts('devices.officialTemplates');
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) onFile(chosen);
    // The same file can be chosen again after a refusal.
    target.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input {...control} ref={input} type="file" className="sr-only" onChange={choose} />
      <Button size="small" busy={busy} onClick={() => input.current?.click()} icon={Paperclip}>
        {t(name === undefined ? 'chooseFile' : 'otherFile')}
      </Button>
      {name !== undefined && (
        <bdi role="status" className="min-w-0 truncate text-[13px]" title={name}>
          {name}
        </bdi>
      )}
    </div>
  );
}
