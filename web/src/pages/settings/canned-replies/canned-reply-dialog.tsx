import { call } from '../../../api/call.ts';
import { CreateCannedReply } from '../../../api/limits.ts';
import type { Schema } from '../../../api/schemas.ts';
import { StoredFileField } from '../../../files/stored-file-field.tsx';
import { usePlaceholders } from '../../../queries/own-fields.ts';
import { useTexts } from '../../../texts/texts.ts';
import { DevicesField } from '../../../ui/form/device-fields.tsx';
import { useField } from '../../../ui/form/facts.ts';
import { AreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { valuesOf } from '../../../ui/form/values.ts';
import { CANNED_REPLIES } from './queries.ts';

const NAMES = ['{{customer.name}}', '{{customer.first_name}}', '{{agent.name}}', '{{device.label}}'];
const NEW: Schema<'CreateCannedReply'> = {
  shortcut: '',
  title: '',
  body: '',
  language: null,
  device_uuids: null,
  media_id: null,
};

interface Props {
  /** Null: a new one. */
  reply: Schema<'CannedReply'> | null;
  onClose: () => void;
}

/** The form of a new canned reply, or of a changed one. */
export function CannedReplyDialog({ reply, onClose }: Props) {
  const t = useTexts('settings.page');
  const variables = [...NAMES, ...usePlaceholders()].join(', ');
  return (
    <FormDialog
      title={t(reply ? 'changeReply' : 'newReply')}
      firm
      limits={CreateCannedReply}
      initial={{ ...valuesOf(NEW, reply), media_id: reply?.media?.id ?? null }}
      save={(fields) => {
        const body = { ...fields, language: fields.language?.trim() ?? null };
        return reply === null
          ? call('POST /canned-replies', { body })
          : call('PATCH /canned-replies/{id}', { id: reply.id, body });
      }}
      changes={CANNED_REPLIES}
      onClose={onClose}
    >
      <TextField name="shortcut" label={t('shortcut')} hint={t('shortcutHint')} />
      <TextField name="title" label={t('replyTitle')} />
      <AreaField name="body" label={t('body')} hint={t('bodyHint', { variables })} rows={5} />
      <ReplyFile />
      <TextField
        name="language"
        label={t('replyLanguage')}
        hint={t('replyLanguageHint')}
        className="max-w-32"
      />
      <DevicesField name="device_uuids" label={t('onlyDevices')} hint={t('onlyDevicesHint')} />
    </FormDialog>
  );
}

function ReplyFile() {
  const t = useTexts('settings.page');
  const { value, setValue, problem } = useField<string | null>('media_id');
  return (
    <StoredFileField
      label={t('replyFile')}
      hint={t('replyFileHint')}
      problem={problem}
      id={value}
      onFile={(file) => setValue(file?.id ?? null)}
    />
  );
}
