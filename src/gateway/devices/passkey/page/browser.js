// The token is in the fragment, and no address of a request has it.
const [uuid = '', token = ''] = location.hash.slice(1).split('.');
const POLL_MS = 1_000;
const find = (selector) => document.querySelector(selector);
const page = find('#passkey');
let options = null;
let expiresAt = 0;
let isOver = false;

const word = (name) => page.getAttribute(`data-${name.replaceAll('_', '-').toLowerCase()}`);
const say = (text) => {
  if (find('#status').textContent !== text) find('#status').textContent = text;
};

async function call(method, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`./${uuid}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

async function look() {
  const { status, body } = await call('GET').catch(() => ({ status: 0 }));
  if (isOver) return;
  if (status === 200) show(body);
  else if (status === 404 || status === 422) end(word('invalid'));
  else if (status === 403) end(word('insecure'));
  else say(word('offline'));
  if (!isOver) setTimeout(look, POLL_MS);
}

function show({ stage, label, phone_number, status, reason, expires_at, options: asked, code }) {
  find('#device').textContent = label;
  find('#number').textContent = phone_number === null ? word('unknownNumber') : `+${phone_number}`;
  expiresAt = Date.parse(expires_at);
  options = asked;
  showClock();
  const isAsked = stage === 'awaiting_assertion';
  find('#clock').hidden = !isAsked;
  find('#question').hidden = !isAsked;
  if (!isAsked) hideRequest();
  find('#code').hidden = code === null;
  find('#code output').textContent = code ?? '';
  if (isAsked) {
    if (find('#ways').hidden) say('');
  } else if (stage === 'closed') {
    say(word('invalid'));
  } else if (stage === 'awaiting_phone' || (status === 'qr_pending' && reason === 'passkey_required')) {
    say(word('phone'));
  } else {
    end(status === 'connected' ? word('connected') : (word(reason ?? 'ended') ?? word('ended')));
  }
}

function showClock() {
  const left = Math.max(0, Math.ceil((expiresAt - Date.now()) / 1_000));
  find('#left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

function end(text) {
  isOver = true;
  for (const part of ['#clock', '#question', '#code']) find(part).hidden = true;
  hideRequest();
  say(text);
}

/** Only now can an extension read what to sign. */
function showRequest() {
  find('#ways').hidden = false;
  find('#go').disabled = true;
  const request = document.createElement('script');
  request.id = 'kurir-passkey-request';
  request.type = 'application/json';
  request.textContent = options;
  page.append(request);
  find('#snippet').textContent =
    'JSON.stringify(await navigator.credentials.get({ publicKey: ' +
    `PublicKeyCredential.parseRequestOptionsFromJSON(${options}) }))`;
}

function hideRequest() {
  find('#ways').hidden = true;
  find('#kurir-passkey-request')?.remove();
}

async function send(text) {
  const assertion = parse(text);
  if (assertion === null) return say(word('notJson'));
  const { status, body } = await call('POST', { assertion }).catch(() => ({ status: 0 }));
  if (status === 202) say(word('phone'));
  else if (status === 422) say(`${word('refused')} ${Object.values(body.errors).flat().join(' ')}`);
  else say(status === 404 ? word('invalid') : word('offline'));
}

/** The console shows a text in quotes. */
function parse(text) {
  try {
    const value = JSON.parse(text.trim().replace(/^'(.*)'$/s, '$1'));
    const inner = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof inner === 'object' ? inner : null;
  } catch {
    return null;
  }
}

find('#go').addEventListener('click', showRequest);
find('#cancel').addEventListener('click', async () => {
  find('#cancel').disabled = true;
  const { status } = await call('DELETE').catch(() => ({ status: 0 }));
  if (status === 200) end(word('passkey_cancelled'));
});
find('#send').addEventListener('click', () => send(find('#answer').value));
// Of the extension. An empty text: the browser did not sign.
document.addEventListener('kurir-passkey-answer', ({ detail }) => {
  if (detail) void send(String(detail));
  else say(word('notSigned'));
});
setInterval(showClock, 250);
void look();
