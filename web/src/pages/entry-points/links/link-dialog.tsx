import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { CreateEntryPoint } from '../../../api/limits.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { fromLocalInput, toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { AreaField, CheckField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { valuesOf } from '../../../ui/form/values.ts';
import { notify } from '../../../ui/toast.tsx';
import { DeviceChoice } from '../device-choice.tsx';
import { type Link, linksQuery } from '../queries.ts';

const NEW = { name: '', device_uuid: '', text: '', slug: '', enabled: true };

/** A new chat link, or the fields of one. */
export function LinkDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  const t = useTexts('entryPoints.page');
  const devices = useQuery(devicesQuery).data?.data;
  const first = devices?.find(({ phone_number }) => phone_number !== null)?.device_uuid ?? '';
  return (
    <FormDialog
      title={link === null ? t('newLink') : t('editLink')}
      limits={CreateEntryPoint}
      initial={{ ...valuesOf(NEW, link), expires_at: toLocalInput(link?.expires_at ?? null) || null }}
      save={({ slug, device_uuid, expires_at, ...fields }) => {
        const body = {
          ...fields,
          device_uuid: device_uuid || first,
          expires_at: expires_at && fromLocalInput(expires_at),
          ...(slug && { slug }),
        };
        return link === null
          ? call('POST /entry-points', { body })
          : call('PATCH /entry-points/{id}', { id: link.id, body });
      }}
      onSaved={() => {
        notify(t('saved'));
        onClose();
      }}
      changes={linksQuery.queryKey}
      onClose={onClose}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} />
      <DeviceChoice usual={first} />
      <AreaField name="text" label={t('text')} hint={t('textHint')} />
      <TextField name="slug" label={t('address')} hint={t('addressHint')} />
      <TextField name="expires_at" type="datetime-local" label={t('expires')} hint={t('expiresHint')} />
      <CheckField name="enabled" label={t('enabled')} hint={t('enabledHint')} />
    </FormDialog>
  );
}
