import './app.css';
import './theme/theme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenLoggedOut, whenOtherSession } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { loadRareTexts } from './api/rare-texts.ts';
import { reloadAfterUpdate } from './new-build.ts';
import { router } from './router.tsx';
import { followOtherTabs, followSession, sessionQuery } from './session/session.ts';
import { loadTexts } from './texts/language.ts';

// Dialogs add a style element, which stops the page behind them from scrolling. The policy of the page asks for it.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');

/** A form with changes asks whether to stay. It asks once, and then each refusal shows in the form. */
let askedAt = '';
whenLoggedOut(() => {
  const { href } = router.state.location;
  // The first question for the session is answered by the route.
  if (askedAt === href || queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  askedAt = href;
  void router.navigate({ to: '/log-in', search: { next: href } });
});

whenOtherSession(() => void followSession());
followOtherTabs();

reloadAfterUpdate();
void loadRareTexts();
void start();

/** No await at the top: the chunks of pages import this module. */
async function start(): Promise<void> {
  void router.load(); // asks for the session meanwhile
  await loadTexts('common');
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
