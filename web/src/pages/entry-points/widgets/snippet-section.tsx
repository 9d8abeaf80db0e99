import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { snippetQuery, type Widget } from '../queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** What the owner of the web site puts on the pages, and the secret that signs visitors. */
export function SnippetSection({ widget: { id, updated_at, identity_required } }: { widget: Widget }) {
  const t = useTexts('entryPoints.page');
  const snippet = useQuery({ ...snippetQuery(id), queryKey: [...snippetQuery(id).queryKey, updated_at] });
  const [isAsking, setAsking] = useState(false);
  const rotate = useMutation({
    mutationFn: () => call('POST /widgets/{id}/rotate-secret', { id }),
  });
  const actions = identity_required && (
    <Button size="small" onClick={() => setAsking(true)}>
      {t('newSecret')}
    </Button>
  );
  return (
    <Section title={t('snippet')} lead={t('snippetLead')} actions={actions}>
      <Loaded query={snippet}>
        {({ html, csp }) => (
          <div className="grid gap-3">
            <CopyBox text={html} />
            <AddressWarning />
            <details>
              <summary className="text-[13px] text-soft">{t('csp')}</summary>
              <div className="mt-2 grid gap-2">
                <CopyBox text={`script-src ${csp['script-src']}`} />
                <CopyBox text={`frame-src ${csp['frame-src']}`} />
              </div>
            </details>
          </div>
        )}
      </Loaded>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('newSecretTitle')}
        lead={t('newSecretLead')}
        action={t('newSecret')}
        run={() => rotate.mutateAsync()}
      />
      {rotate.data && <SecretDialog secret={rotate.data.identity_secret} onClose={() => rotate.reset()} />}
    </Section>
  );
}
