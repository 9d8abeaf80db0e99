import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choice, Field, Input, TextArea } from '../../../ui/field.tsx';
import { FILE_TYPES, type FileType, type Reply } from './outbox.ts';

interface Props {
  onClose: () => void;
  onSend: (reply: Reply) => void;
}

/** A file that lies at a public address. */
export function MediaDialog({ onClose, onSend }: Props) {
  const t = useTexts('chat.composer');
  const [url, setUrl] = useState('');
  const [type, setType] = useState<FileType>('image');
  const [caption, setCaption] = useState('');
  const send = () => {
    onSend({ type, media_url: url.trim(), ...(caption.trim() !== '' && { body: caption }) });
    onClose();
  };
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('media')}
      lead={t('mediaLead')}
      footer={
        <Button kind="primary" disabled={!/^https?:\/\/\S+$/i.test(url.trim())} onClick={send}>
          {t('send')}
        </Button>
      }
    >
      <Field label={t('mediaUrl')}>
        {(field) => (
          <Input
            {...field}
            type="url"
            value={url}
            maxLength={2048}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('mediaType')}>
        {(field) => (
          <Choice
            {...field}
            value={type}
            options={FILE_TYPES.map((each) => [each, t(each)])}
            onValue={setType}
          />
        )}
      </Field>
      {type !== 'audio' && (
        <Field label={t('caption')}>
          {(field) => (
            <TextArea
              {...field}
              value={caption}
              maxLength={1024}
              onChange={(event) => setCaption(event.target.value)}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}
