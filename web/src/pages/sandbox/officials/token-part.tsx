import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { createToken, type OfficialNumber } from '../queries.ts';

/** Another token, for a program or to see how a device loses its access. */
export function TokenPart({ official: { phone_number_id: id } }: { official: OfficialNumber }) {
  const t = useTexts('sandbox.officials');
  const [isLast, setLast] = useState(false);
  const make = useMutation({ mutationFn: () => createToken(id, isLast) });
  return (
    <Section title={t('newToken')} lead={t('newTokenHint')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox label={t('revoke')} checked={isLast} onChange={(event) => setLast(event.target.checked)} />
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {t('makeToken')}
        </Button>
      </div>
      <ProblemLine problem={make.error} />
      {make.data && (
        <ShownOnce
          title={t('tokenTitle')}
          lead={t('tokenLead')}
          secret={make.data}
          onClose={() => make.reset()}
        />
      )}
    </Section>
  );
}
