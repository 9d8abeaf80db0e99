import { useQuery } from '@tanstack/react-query';
import { GATEWAY_LANGUAGES } from '../../../../api/languages.ts';
import { labelsQuery } from '../../../../queries/labels.ts';
import { entryPointsQuery, widgetsQuery } from '../../../../queries/places.ts';
import { tagsQuery } from '../../../../queries/tags.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { ChipsField, SelectField } from '../../../../ui/form/fields.tsx';
import { Choices } from './choices.tsx';

const CUSTOMERS = ['any', 'new', 'returning'] as const;
const BROADCASTS = [
  [null, 'any'],
  [true, 'yes'],
  [false, 'no'],
] as const;

/** For whom the rule answers, and through what the message came. */
export function CustomerFields() {
  const t = useTexts('rules.editor');
  const links = useQuery(entryPointsQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const labels = (useQuery(labelsQuery).data?.data ?? []).map(({ name }) => name);
  const tags = (useQuery(tagsQuery).data ?? []).map(({ name }) => name);
  const places = [...links, ...widgets.map(({ id, name }) => ({ id, name, hint: t('widgets') }))];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          name="conditions.customer"
          label={t('customer')}
          options={CUSTOMERS.map((each) => [each, t(`customer_${each}`)])}
        />
        <SelectField
          name="conditions.language"
          label={t('language')}
          options={[[null, t('anyLanguage')], ...GATEWAY_LANGUAGES]}
        />
        <SelectField
          name="conditions.after_broadcast"
          label={t('broadcast')}
          options={BROADCASTS.map(([value, text]) => [value, t(`broadcast_${text}`)])}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChipsField name="conditions.has_labels" label={t('hasLabels')} suggestions={labels} />
        <ChipsField name="conditions.lacks_labels" label={t('lacksLabels')} suggestions={labels} />
        <ChipsField name="conditions.has_tags" label={t('hasTags')} suggestions={tags} />
        <ChipsField name="conditions.lacks_tags" label={t('lacksTags')} suggestions={tags} />
      </div>
      <Choices name="conditions.entry_point_ids" legend={t('entries')} all={places} />
      <ChipsField name="conditions.ad_ids" label={t('ads')} />
    </>
  );
}
