import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../texts/texts.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Failed, Skeleton } from '../../../../ui/states.tsx';
import { faqQuery } from '../queries.ts';
import { FaqForm } from './faq-form.tsx';

interface Props {
  /** `new`, or the id of a pair. */
  id: string;
  /** One more question, not saved yet. */
  question: string;
  onClose: () => void;
  onOther: (id: string) => void;
}

/** Writes a new pair, or changes one. */
export function FaqDialog({ id, question, onClose, onOther }: Props) {
  const t = useTexts('assistant.faqs');
  const isNew = id === 'new';
  // The list may have an older state of the pair.
  const faq = useQuery({
    ...faqQuery(id),
    enabled: !isNew,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (isNew) return <FaqForm faq={null} question={question} onClose={onClose} onOther={onOther} />;
  if (faq.data) return <FaqForm faq={faq.data} question={question} onClose={onClose} onOther={onOther} />;
  return (
    <Dialog open onClose={onClose} title={t('editPair')}>
      {faq.isPending ? (
        <Skeleton lines={6} />
      ) : (
        <Failed problem={faq.error} retry={() => void faq.refetch()} />
      )}
    </Dialog>
  );
}
