import { call } from '../../../../api/call.ts';
import { AddKnowledgeSite } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { NumberField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { valuesOf } from '../../../../ui/form/values.ts';
import { knowledgeChanged } from '../queries.ts';
import type { Site } from './queries.ts';

const NEW = { url: 'https://', max_pages: 50, refresh_hours: 24 as number | null };
const REFRESHES = [
  ['never', null],
  ['daily', 24],
  ['weekly', 168],
  ['monthly', 720],
] as const;

/** Adds a site, or changes how it is read. */
export function SiteDialog({ site, onClose }: { site: Site | null; onClose: () => void }) {
  const [t, ui] = [useTexts('assistant.sites'), useTexts('common.ui')];
  const initial = valuesOf(NEW, site);
  const usual = REFRESHES.map(([text, hours]) => [hours, t(text)] as const);
  const own = usual.some(([hours]) => hours === initial.refresh_hours)
    ? []
    : [[initial.refresh_hours, t('hours', { count: initial.refresh_hours ?? 0 })] as const];
  return (
    <FormDialog
      title={t(site === null ? 'add' : 'edit')}
      lead={t('dialogLead')}
      limits={AddKnowledgeSite}
      initial={initial}
      save={async ({ url, ...body }) => {
        await (site === null
          ? call('POST /knowledge/sites', { body: { url, max_depth: 3, ...body } })
          : call('PATCH /knowledge/sites/{id}', { id: site.id, body }));
      }}
      onSaved={() => {
        void knowledgeChanged();
        onClose();
      }}
      action={site === null ? t('add') : ui('save')}
      onClose={onClose}
    >
      <TextField
        name="url"
        type="url"
        label={t('address')}
        hint={t('addressHint')}
        disabled={site !== null}
      />
      <NumberField name="max_pages" label={t('maxPages')} hint={t('maxPagesHint')} className="max-w-32" />
      <SelectField
        name="refresh_hours"
        label={t('refreshEvery')}
        className="max-w-60"
        options={[...own, ...usual]}
      />
    </FormDialog>
  );
}
