import { MAX_CAPTION } from '../../../files/caption.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AreaField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { FILE_TYPES, type FileType, type Reply } from './outbox.ts';

interface Props {
  onClose: () => void;
  onSend: (reply: Reply) => void;
}

const EMPTY = { media_url: '', type: 'image' as FileType, body: '' };

/** A file that lies at a public address. */
export function MediaDialog({ onClose, onSend }: Props) {
  const t = useTexts('chat.composer');
  return (
    <FormDialog
      firm
      title={t('media')}
      lead={t('mediaLead')}
      initial={EMPTY}
      save={async ({ type, media_url, body }) =>
        onSend({ type, media_url: media_url.trim(), ...(body.trim() !== '' && { body }) })
      }
      action={t('send')}
      onClose={onClose}
    >
      {({ type }) => (
        <>
          <TextField
            name="media_url"
            label={t('mediaUrl')}
            type="url"
            required
            pattern="\s*[Hh][Tt][Tt][Pp][Ss]?://\S+\s*"
            maxLength={2048}
          />
          <SelectField
            name="type"
            label={t('mediaType')}
            options={FILE_TYPES.map((each) => [each, t(each)])}
          />
          {type !== 'audio' && <AreaField name="body" label={t('caption')} maxLength={MAX_CAPTION} />}
        </>
      )}
    </FormDialog>
  );
}
