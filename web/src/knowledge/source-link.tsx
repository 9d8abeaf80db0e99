import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';

interface Props {
  source: { kind: 'faq' | 'document' | 'table'; id: string; title: string | null; url?: string | null };
}

const look = 'text-accent hover:underline wrap-anywhere';

/** Where an answer comes from, as a link to the place to change it. */
export function SourceLink({ source: { kind, id, title } }: Props) {
  const text = <SourceName source={{ kind, title }} />;
  if (kind === 'faq') {
    return (
      <Link to="/automation/assistant/faqs" search={{ edit: id }} className={look}>
        {text}
      </Link>
    );
  }
  if (kind === 'table') {
    return (
      <Link to="/automation/assistant/tables/$tableId" params={{ tableId: id }} className={look}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/automation/assistant/documents/$documentId" params={{ documentId: id }} className={look}>
      {text}
    </Link>
  );
}

export function SourceName({ source: { kind, title } }: { source: Pick<Props['source'], 'kind' | 'title'> }) {
  const t = useTexts('shared.sources');
  return (
    <>
      {t(`kind_${kind}`)} <bdi>{title ?? ''}</bdi>
    </>
  );
}
