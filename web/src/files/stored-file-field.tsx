import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { mediaQuery } from '../queries/media.ts';
import { useTexts } from '../texts/texts.ts';
import { FileField } from './file-field.tsx';
import { type Media, useUpload } from './use-upload.ts';

interface Props {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Null: none is chosen. */
  id: string | null;
  onFile: (file: Media | null) => void;
}

/** The uploaded file that a rule, a flow, a template or a canned reply names. */
export function StoredFileField({ label, hint, problem, id, onFile }: Props) {
  const t = useTexts('shared.files');
  const { data: file = null, isSuccess } = useQuery(mediaQuery(id));
  const upload = useUpload((stored) => {
    queryClient.setQueryData(mediaQuery(stored.id).queryKey, stored);
    onFile(stored);
  });
  const isGone = id !== null && isSuccess && file === null;
  return (
    <div className="grid gap-1.5">
      <FileField {...{ label, hint, file, upload }} onRemove={() => onFile(null)} />
      {(problem || isGone) && (
        <p role="alert" className="text-[13px] text-bad">
          {problem ?? t('gone')}
        </p>
      )}
    </div>
  );
}
