import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { PhoneNumber } from '../../../numbers/phone-number.tsx';
import { ErasePerson } from '../../../people/erase-person.tsx';
import { isHidden, isVisitor, nameOf } from '../../../people/name.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { widgetsQuery } from '../../../queries/places.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { conversationQuery, personQuery } from '../queries.ts';
import type { InboxSearch } from '../search.ts';
import { ContactPart } from './contact-part.tsx';
import { Episodes } from './episodes.tsx';
import { FieldsPart } from './fields-part.tsx';
import { GroupPart } from './group-part.tsx';
import { Labels } from './labels.tsx';
import { Part } from './part.tsx';

const COLUMN =
  'flex min-h-0 w-full shrink-0 flex-col gap-5 overflow-y-auto border-line bg-card p-4 sm:w-72 ' +
  'sm:border-l';

type Conversation = Schema<'Conversation'>;
type Touch = Schema<'Touch'>;

const MAX_OTHERS = 10;
const LINK = 'text-accent underline-offset-4 hover:underline';

/** Who the customer is, how they came, and what else they wrote. */
export function Details({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const [t, format] = [useTexts('chat.details'), useFormat()];
  const navigate = useNavigate();
  const { person, created_at, last_customer_at, last_human_at } = conversation;
  const name = nameOf(conversation);
  const isGroup = conversation.chat === 'group';
  return (
    <aside aria-label={t('details')} className={COLUMN}>
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <span className="line-clamp-3 min-w-0 flex-1 font-semibold" title={name}>
          <bdi>{name}</bdi>
        </span>
        <IconButton small label={t('close')} onClick={onClose} icon={X} />
      </div>
      <dl className="grid gap-2.5">
        {!isVisitor(person.phone) && !isGroup && (
          <Fact name={t('number')}>
            {isHidden(person.phone) ? (
              t('hidden')
            ) : (
              <span className="flex items-center gap-1">
                <PhoneNumber number={person.phone} className="min-w-0 truncate" />
                <CopyButton text={person.phone} />
              </span>
            )}
            <Link to="/messages" search={{ phone: person.phone }} className={LINK}>
              {t('allMessages')}
            </Link>
          </Fact>
        )}
        {isGroup && (
          <Fact name={t('subject')}>
            <bdi className="wrap-anywhere">{name}</bdi>
          </Fact>
        )}
        <Place conversation={conversation} />
        <Fact name={t(isGroup ? 'firstMessage' : 'opened')}>{format.full(created_at)}</Fact>
        {last_customer_at && (
          <Fact name={t(isGroup ? 'lastMember' : 'lastCustomer')}>{format.full(last_customer_at)}</Fact>
        )}
        {last_human_at && <Fact name={t('lastHuman')}>{format.full(last_human_at)}</Fact>}
      </dl>
      {isGroup ? <GroupPart conversation={conversation} /> : <ContactPart conversation={conversation} />}
      <FieldsPart conversation={conversation} />
      <Labels conversation={conversation} />
      <Episodes conversation={conversation} />
      <Touches first={conversation.first_touch} last={conversation.last_touch} />
      <PersonParts conversation={conversation} />
      {!isGroup && (
        <div className="mt-auto border-t border-line pt-4">
          <ErasePerson
            name={nameOf(conversation)}
            erase={() =>
              call('POST /people/{id}/erase', { id: conversation.person.id, body: { confirm: 'erase' } })
            }
            onErased={() => navigate({ to: '/inbox', search: (search: InboxSearch) => search })}
          />
        </div>
      )}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="text-[13px]">{children}</dd>
    </div>
  );
}

function Place({ conversation: { device_uuid } }: { conversation: Conversation }) {
  const t = useTexts('chat.details');
  const device = useQuery(devicesQuery).data?.data.find((each) => each.device_uuid === device_uuid);
  const widget = useQuery(widgetsQuery).data?.data.find(({ id }) => id === device_uuid);
  if (!device && !widget) return null;
  return (
    <Fact name={t('device')}>
      <bdi>{device?.label ?? widget?.name}</bdi>
      {device?.phone_number && <PhoneNumber number={device.phone_number} className="block text-faint" />}
    </Fact>
  );
}

function Touches({ first, last }: { first: Touch | null; last: Touch | null }) {
  const t = useTexts('chat.details');
  if (!first) return null;
  const isSame = !last || last.at === first.at;
  return (
    <Part title={t('came')}>
      <TouchLine name={isSame ? '' : `${t('firstTouch')}: `} touch={first} />
      {!isSame && <TouchLine name={`${t('lastTouch')}: `} touch={last} />}
    </Part>
  );
}

function TouchLine({ name, touch }: { name: string; touch: Touch }) {
  const [t, format] = [useTexts('chat.details'), useFormat()];
  return (
    <div className="grid text-[13px]">
      <span>
        {name}
        {t(`kind_${touch.kind}`)}{' '}
        <bdi className="font-medium">{touch.name ?? touch.headline ?? touch.ad_id}</bdi>
      </span>
      <span className="text-xs text-faint">{format.full(touch.at)}</span>
    </div>
  );
}

function PersonParts({ conversation: { person, id } }: { conversation: Conversation }) {
  const t = useTexts('chat.details');
  const found = useQuery(personQuery(person.id)).data;
  if (!found) return null;
  // The hidden number of a person whose phone is known tells staff nothing.
  const known = found.identities.filter(({ kind }) => kind === 'phone' || kind === 'visitor');
  const hasPhone = known.some(({ kind }) => kind === 'phone');
  const shown = hasPhone ? known : found.identities;
  const others = found.conversations.filter((each) => each !== id).slice(0, MAX_OTHERS);
  return (
    <>
      {shown.length > 1 && (
        <Part title={t('identities')}>
          <ul className="grid gap-0.5 text-[13px] tabular-nums">
            {shown.map(({ kind, value }) => (
              <li key={`${kind} ${value}`} className="truncate">
                {kind === 'phone' ? value : t(kind === 'visitor' ? 'visitor' : 'hidden')}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {found.merged.length > 0 && (
        <Part title={t('merged')}>
          <ul className="grid gap-0.5 text-[13px]">
            {found.merged.map((one) => (
              <li key={one.id} className="truncate">
                <bdi>{one.name ?? one.identities[0]?.value ?? one.id}</bdi>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {others.length > 0 && (
        <Part title={t('otherChats')}>
          <ul className="grid gap-1">
            {others.map((each) => (
              <OtherChat key={each} id={each} />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function OtherChat({ id }: { id: string }) {
  const format = useFormat();
  const other = useQuery(conversationQuery(id)).data;
  const device = useQuery(devicesQuery).data?.data.find((each) => each.device_uuid === other?.device_uuid);
  if (!other) return null;
  return (
    <li>
      <Link
        to="/inbox/$conversationId"
        params={{ conversationId: id }}
        search={(search: InboxSearch) => search}
        className={clsx('flex justify-between gap-2 text-[13px]', LINK)}
      >
        <bdi className="truncate">{device?.label ?? nameOf(other)}</bdi>
        <span className="shrink-0 text-faint tabular-nums">{format.short(other.last_at)}</span>
      </Link>
    </li>
  );
}
