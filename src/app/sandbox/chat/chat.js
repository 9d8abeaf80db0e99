const form = document.querySelector('#chat');
const result = document.querySelector('#result');
const button = form.querySelector('button');
const TIMEOUT_MS = 15_000;

/** The error of the gateway, or null. */
async function send({ token, ...message }) {
  const answer = await fetch('./chat/messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { 'x-sandbox-token': token }) },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (answer.ok) return null;
  const { message: error } = await answer.json();
  return error;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  result.textContent = '';
  const error = await send(Object.fromEntries(new FormData(form))).catch(() => form.dataset.silent);
  result.textContent = error === null ? form.dataset.sent : form.dataset.failed + error;
  button.disabled = false;
});
