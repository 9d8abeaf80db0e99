import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { phoneText } from '../../numbers/phone-text.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import type { Selection } from './bulk/selection.ts';
import type { Contact } from './queries.ts';

const SHOWN_TAGS = 4;

interface Props {
  contacts: readonly Contact[];
  onEdit: (contact: Contact) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

export function ContactTable({ contacts, onEdit, selection, onSelect }: Props) {
  const bulk = useTexts('contacts.bulk');
  const ids = contacts.map(({ id }) => id);
  const has = (id: number) => selection === 'all' || selection.has(id);
  const isWhole = ids.every(has);
  const toggle = (some: readonly number[], isOn: boolean) => {
    const next = new Set(selection === 'all' ? ids : selection);
    for (const id of some) isOn ? next.add(id) : next.delete(id);
    onSelect(next);
  };
  const [t, shared, format] = [useTexts('contacts.page'), useTexts('shared.contact'), useFormat()];
  return (
    <Table aria-label={t('title')} className="table-fixed">
      <thead>
        <tr>
          <Th className="w-11">
            <Tick label={bulk('selectPage')} isOn={isWhole} onChange={(isOn) => toggle(ids, isOn)} />
          </Th>
          <Th className="w-[45%] sm:w-[30%]">{shared('name')}</Th>
          <Th>{t('phone')}</Th>
          <Th className="hidden sm:table-cell">{shared('tags')}</Th>
          <Th className="hidden w-32 md:table-cell">{t('changed')}</Th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id} className="hover:bg-hover">
            <Td>
              <Tick
                label={bulk('select', { name: contact.name || phoneText(contact.phone) })}
                isOn={has(contact.id)}
                onChange={(isOn) => toggle([contact.id], isOn)}
              />
            </Td>
            <Td>
              <button
                type="button"
                className="block w-full truncate text-left font-medium hover:underline"
                title={contact.name}
                onClick={() => onEdit(contact)}
              >
                <bdi>{contact.name || t('noName')}</bdi>
              </button>
              {contact.email && (
                <span className="block truncate text-[13px] text-soft" title={contact.email}>
                  {contact.email}
                </span>
              )}
            </Td>
            <Td className="truncate">
              <PhoneNumber number={contact.phone} />
            </Td>
            <Td className="hidden sm:table-cell">
              <Tags tags={contact.tags} />
            </Td>
            <Td className="hidden text-soft tabular-nums md:table-cell">
              {format.short(contact.updated_at)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Tick(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <input
      type="checkbox"
      aria-label={props.label}
      className="size-4 accent-accent"
      checked={props.isOn}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1" title={tags.join(', ')}>
      {tags.slice(0, SHOWN_TAGS).map((name) => (
        <Badge key={name} className="max-w-32">
          <bdi className="truncate">{name}</bdi>
        </Badge>
      ))}
      {tags.length > SHOWN_TAGS && <Badge>+{tags.length - SHOWN_TAGS}</Badge>}
    </span>
  );
}
