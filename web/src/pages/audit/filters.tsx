import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { keysQuery } from '../../queries/keys.ts';
import { usersQuery } from '../../queries/users.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import { actionText } from './action-text.ts';
import { ACTIONS } from './actions.ts';
import { type AuditSearch, auditSearch } from './search.ts';

const NOUNS = Object.entries(ACTIONS) as [keyof typeof ACTIONS, readonly string[]][]; // its own keys

/** Days, action and actor, in the address of the page. */
export function Filters() {
  const [t, noun, language] = [useTexts('audit.page'), useTexts('audit.nouns'), useLanguage()];
  const search = useSearch({ from: '/app/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const set = (key: keyof AuditSearch) => (event: { target: { value: string } }) =>
    void navigate({ search: auditSearch({ ...search, [key]: event.target.value }), replace: true });
  const { from, to, action, actor } = search;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Input label={t('from')} type="date" max={to} value={from ?? ''} onChange={set('from')} />
      <Input label={t('to')} type="date" min={from} value={to ?? ''} onChange={set('to')} />
      <Field label={t('action')} className="w-64">
        {(control) => (
          <Select {...control} value={action ?? ''} onChange={set('action')}>
            <option value="">{t('anyAction')}</option>
            {NOUNS.map(([name, verbs]) => (
              <optgroup key={name} label={noun(name)}>
                {verbs.map((verb) => (
                  <option key={verb} value={`${name}.${verb}`}>
                    {actionText(`${name}.${verb}`, language)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('actor')} className="w-56">
        {(control) => (
          <Select {...control} value={actor ?? ''} onChange={set('actor')}>
            <Actors chosen={actor} />
          </Select>
        )}
      </Field>
    </div>
  );
}

/** The options: users, keys, and who has no name. */
function Actors({ chosen }: { chosen: string | undefined }) {
  const t = useTexts('audit.page');
  const users = useQuery(usersQuery).data ?? [];
  const keys = useQuery(keysQuery).data?.data ?? [];
  const known = ['operator', 'system', ...[...users, ...keys].map(({ id }) => id)];
  return (
    <>
      <option value="">{t('anyActor')}</option>
      {chosen !== undefined && !known.includes(chosen) && <option value={chosen}>{chosen}</option>}
      <optgroup label={t('users')}>
        {users.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('keys')}>
        {keys.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('others')}>
        <option value="operator">{t('operator')}</option>
        <option value="system">{t('system')}</option>
      </optgroup>
    </>
  );
}
