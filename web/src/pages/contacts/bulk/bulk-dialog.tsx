import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ContactBulkRequest } from '../../../api/limits.ts';
import { tagsQuery } from '../../../queries/tags.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ChipsField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import type { ContactSearch } from '../search.ts';
import { type Selection, targetOf } from './selection.ts';

export type BulkAction = 'tag' | 'untag' | 'delete';

interface Props {
  action: BulkAction;
  selection: Selection;
  search: ContactSearch;
  onClose: () => void;
  onStarted: () => void;
}

/** Asks which tags, and shows how many contacts the gateway finds, before anything is changed. */
export function BulkDialog({ action, selection, search, onClose, onStarted }: Props) {
  const [t, shared] = [useTexts('contacts.bulk'), useTexts('shared.contact')];
  const known = useQuery(tagsQuery);
  const target = targetOf(selection, search);
  const isOfTags = action !== 'delete';
  const { data: count, error } = useQuery({
    queryKey: ['contacts', 'bulk-count', target],
    queryFn: async () => {
      const body = { action: 'delete' as const, dry_run: true, ...target };
      const answer = await call('POST /contacts/bulk', { body });
      return answer.matched;
    },
  });
  const initial = { tags: [] as readonly string[] };
  return (
    <FormDialog
      title={t(`${action}Title`)}
      lead={count !== undefined ? t(`${action}Lead`, { count }) : !error && t('counting')}
      limits={ContactBulkRequest}
      initial={initial}
      save={({ tags }) =>
        call('POST /contacts/bulk', { body: { action, ...(isOfTags && { tags: [...tags] }), ...target } })
      }
      onSaved={() => {
        onStarted();
        onClose();
      }}
      changes={['contacts']}
      action={t(action)}
      danger={!isOfTags}
      onClose={onClose}
    >
      <ProblemLine problem={error} />
      {isOfTags && (
        <ChipsField
          name="tags"
          label={shared('tags')}
          hint={shared('tagsHint')}
          wrong={t('wrongTags')}
          suggestions={(known.data ?? []).map((tag) => tag.name)}
        />
      )}
    </FormDialog>
  );
}
