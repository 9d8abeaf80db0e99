import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { phoneText } from '../../numbers/phone-text.ts';
import { segmentsQuery } from '../../queries/segments.ts';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Chip } from '../../ui/chips.tsx';
import { Checkbox, Choice, Input } from '../../ui/field.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Draft, DraftProps } from './draft.ts';
import { WAVE_TITLES, type Wave } from './stages.ts';

const MIN_SEARCH = 3;
const WAVES = Object.keys(WAVE_TITLES) as Wave[]; // a record has no other keys

/** Contacts by their tags, and single ones. */
export function RecipientFields(props: DraftProps & { own: number | undefined }) {
  const t = useTexts('broadcasts.page');
  const { earlier } = props.draft;
  const [first] = useState(earlier);
  const lead = earlier ? earlier.id !== props.own && t('earlierLead') : t('recipientsLead');
  return (
    <Section title={t('recipients')} lead={lead}>
      {earlier ? (
        <EarlierRecipients earlier={earlier} own={props.own} change={props.change} />
      ) : (
        <div className="grid gap-5">
          {first && (
            <Button
              size="small"
              className="justify-self-start"
              icon={Undo2}
              onClick={() => props.change({ earlier: first })}
            >
              {t('backToEarlier', { name: first.name })}
            </Button>
          )}
          <SegmentChoice {...props} />
          {props.draft.segment === '' && (
            <>
              <TagList {...props} />
              <ContactSearch {...props} />
            </>
          )}
        </div>
      )}
    </Section>
  );
}

interface EarlierProps extends Pick<DraftProps, 'change'> {
  earlier: NonNullable<Draft['earlier']>;
  /** The broadcast that is changed. */
  own: number | undefined;
}

function EarlierRecipients({ earlier, own, change }: EarlierProps) {
  const t = useTexts('broadcasts.page');
  return (
    <div className="grid justify-items-start gap-3">
      {earlier.id === own ? (
        <p>{t('sameRecipients')}</p>
      ) : (
        <Choice
          label={t('recipientsOf', { name: earlier.name })}
          value={earlier.stage}
          options={WAVES.map((stage) => [stage, t(WAVE_TITLES[stage])] as const)}
          onValue={(stage) => change({ earlier: { ...earlier, stage } })}
        />
      )}
      <Button size="small" onClick={() => change({ earlier: null })}>
        {t('chooseTags')}
      </Button>
    </div>
  );
}

function SegmentChoice({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  const list = useQuery(segmentsQuery).data ?? [];
  const isGone = draft.segment !== '' && !list.some(({ id }) => id === draft.segment);
  if (list.length === 0 && !isGone) return null;
  return (
    <Choice
      label={t('segment')}
      hint={t('segmentHint')}
      value={draft.segment}
      options={[
        ['', t('noSegment')],
        ...(isGone ? [[draft.segment, t('goneSegment')] as const] : []),
        ...list.map(({ id, name }) => [id, name] as const),
      ]}
      onValue={(segment) => change({ segment })}
    />
  );
}

function TagList({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  const tags = useQuery(tagsQuery);
  const [filter, setFilter] = useState('');
  const toggle = (name: string, isOn: boolean) =>
    change({ tags: isOn ? [...draft.tags, name] : draft.tags.filter((each) => each !== name) });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{t('tags')}</legend>
      <Loaded query={tags}>
        {(list) => {
          if (list.length === 0) return <p className="text-soft">{t('noTags')}</p>;
          const shown = list.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
          return (
            <>
              {list.length > 8 && (
                <Input
                  aria-label={t('filterTags')}
                  placeholder={t('filterTags')}
                  value={filter}
                  onChange={(event) => setFilter(event.target.value)}
                />
              )}
              <div className="grid max-h-56 gap-2 overflow-y-auto py-1 pl-1 sm:grid-cols-2">
                {shown.map(({ name, contacts }) => (
                  <Checkbox
                    key={name}
                    checked={draft.tags.includes(name)}
                    onChange={(event) => toggle(name, event.target.checked)}
                    label={
                      <>
                        <bdi>{name}</bdi>{' '}
                        <span className="text-faint tabular-nums">{t('number', { number: contacts })}</span>
                      </>
                    }
                  />
                ))}
              </div>
            </>
          );
        }}
      </Loaded>
    </fieldset>
  );
}

function ContactSearch({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useQuery({
    queryKey: ['contacts', 'pick', q],
    queryFn: () => call('GET /contacts', { query: { q, per_page: 8 } }),
    enabled: q.length >= MIN_SEARCH,
  });
  const box = useRef<HTMLInputElement>(null);
  const add = (id: number, label: string) => {
    setText('');
    // The list goes, and the focus with it.
    box.current?.focus();
    if (!draft.contacts.some((each) => each.id === id))
      change({ contacts: [...draft.contacts, { id, label }] });
  };
  return (
    <div className="grid gap-2">
      <Input
        label={t('singleContacts')}
        hint={t('singleContactsHint')}
        type="search"
        ref={box}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {q.length >= MIN_SEARCH && found.data && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {found.data.data.length === 0 && <li className="px-3 py-2 text-soft">{t('noContact')}</li>}
          {found.data.data.map(({ id, name, phone }) => (
            <li key={id}>
              <button
                type="button"
                className="flex w-full min-w-0 justify-between gap-3 px-3 py-2 text-left hover:bg-hover"
                onClick={() => add(id, name || phone)}
              >
                <bdi className="truncate">{name || phoneText(phone)}</bdi>
                <PhoneNumber number={phone} className="text-soft" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {draft.contacts.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {draft.contacts.map(({ id, label }) => (
            <Chip
              key={id}
              name={label}
              onRemove={() => change({ contacts: draft.contacts.filter((each) => each.id !== id) })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
