import { deliver, readRequest, sign } from './pages.js';

const api = globalThis.browser ?? globalThis.chrome;
/** A page of the site that loads no chats. */
const SITE = 'https://web.whatsapp.com/robots.txt';
const RELYING_PARTY = 'whatsapp.com';
const LOAD_MS = 20_000;

/** The click gives access to this one tab, until it leaves its page. */
api.action.onClicked.addListener(async (tab) => {
  const json = await runIn(tab.id, readRequest, [], 'ISOLATED');
  if (!isRequest(json)) return mark(tab.id, '?');
  mark(tab.id, '');
  const answer = await signAt(SITE, json).catch(() => '');
  await api.tabs.update(tab.id, { active: true });
  await runIn(tab.id, deliver, [answer], 'ISOLATED');
});

/** Signs for WhatsApp and for nothing else. */
function isRequest(json) {
  try {
    return JSON.parse(json).rpId === RELYING_PARTY;
  } catch {
    return false;
  }
}

async function signAt(url, json) {
  const site = await api.tabs.create({ url, active: true });
  try {
    await loaded(site.id);
    return await runIn(site.id, sign, [json], 'MAIN');
  } finally {
    await api.tabs.remove(site.id);
  }
}

async function loaded(tabId) {
  const end = Date.now() + LOAD_MS;
  while (Date.now() < end) {
    if ((await api.tabs.get(tabId)).status === 'complete') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the page has not loaded');
}

async function runIn(tabId, func, args, world) {
  const [ran] = await api.scripting.executeScript({ target: { tabId }, func, args, world });
  return ran?.result ?? null;
}

function mark(tabId, text) {
  void api.action.setBadgeText({ tabId, text });
}
