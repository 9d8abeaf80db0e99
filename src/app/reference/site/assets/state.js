const POLL_MS = 10_000;
const TIMEOUT_MS = 8_000;
const state = document.querySelector('#state');

/** As /readyz says. The words are in attributes of the element. */
async function look() {
  if (document.hidden) return;
  const answer = await fetch('./readyz', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  show(answer === null ? 'silent' : answer.ok ? 'ready' : 'not-ready');
}

function show(name) {
  if (state.dataset.state === name) return;
  state.dataset.state = name;
  state.textContent = state.getAttribute(`data-${name}`);
}

setInterval(look, POLL_MS);
document.addEventListener('visibilitychange', look);
void look();
