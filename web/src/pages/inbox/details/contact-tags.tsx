import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { contactQuery } from '../queries.ts';
import { Part } from './part.tsx';

const NUMBER = /^\d{8,15}$/;

/** The tags by which broadcasts choose. A visitor of a web site is no contact. */
export function ContactTags({ phone }: { phone: string }) {
  const t = useTexts('chat.details');
  const isAdmin = useMay('admin');
  const contact = useQuery({ ...contactQuery(phone), enabled: isAdmin && NUMBER.test(phone) }).data;
  if (!contact || contact.tags.length === 0) return null;
  return (
    <Part title={t('tags')}>
      <ul className="flex flex-wrap gap-1.5">
        {contact.tags.map((tag) => (
          <li key={tag} className="flex max-w-full">
            <Badge className="max-w-full">
              <bdi className="truncate" title={tag}>
                {tag}
              </bdi>
            </Badge>
          </li>
        ))}
      </ul>
    </Part>
  );
}
