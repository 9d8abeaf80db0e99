import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { keysQuery } from '../../queries/keys.ts';
import { usersQuery } from '../../queries/users.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { Choice, Input, type Options } from '../../ui/field.tsx';
import { actionText } from './action-text.ts';
import { ACTIONS } from './actions.ts';
import { type AuditSearch, auditSearch } from './search.ts';

const NOUNS = Object.entries(ACTIONS) as [keyof typeof ACTIONS, readonly string[]][]; // its own keys

/** Days, action and actor, in the address of the page. */
export function Filters() {
  const [t, noun, language] = [useTexts('audit.page'), useTexts('audit.nouns'), useLanguage()];
  const search = useSearch({ from: '/app/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const set = (key: keyof AuditSearch, value: string) =>
    void navigate({ search: auditSearch({ ...search, [key]: value }), replace: true });
  const { from, to, action, actor } = search;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Input
        label={t('from')}
        type="date"
        max={to}
        value={from ?? ''}
        onChange={({ target }) => set('from', target.value)}
      />
      <Input
        label={t('to')}
        type="date"
        min={from}
        value={to ?? ''}
        onChange={({ target }) => set('to', target.value)}
      />
      <Choice
        label={t('action')}
        className="sm:w-64"
        value={action ?? ''}
        options={[
          ['', t('anyAction')],
          ...NOUNS.flatMap(([name, verbs]) =>
            verbs.map((verb) => {
              const full = `${name}.${verb}`;
              return [full, actionText(full, language), noun(name)] as const;
            }),
          ),
        ]}
        onValue={(value) => set('action', value)}
      />
      <Choice
        label={t('actor')}
        className="sm:w-56"
        value={actor ?? ''}
        options={useActors(actor)}
        onValue={(value) => set('actor', value)}
      />
    </div>
  );
}

/** Users, keys, and who has no name. */
function useActors(chosen: string | undefined): Options<string> {
  const t = useTexts('audit.page');
  const users = useQuery(usersQuery).data ?? [];
  const keys = useQuery(keysQuery).data?.data ?? [];
  const isUnknown =
    chosen !== undefined &&
    !['operator', 'system', ...[...users, ...keys].map(({ id }) => id)].includes(chosen);
  return [
    ['', t('anyActor')],
    ...(isUnknown ? [[chosen, chosen] as const] : []),
    ...users.map(({ id, name }) => [id, name, t('users')] as const),
    ...keys.map(({ id, name }) => [id, name, t('keys')] as const),
    ['operator', t('operator'), t('others')],
    ['system', t('system'), t('others')],
  ];
}
