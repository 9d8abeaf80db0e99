// Shows what the gateway pushes, and opens its page. It keeps no files, so that no old build comes back.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

/** Without a sound where the dashboard is in front. Browsers want to see each push. */
async function show({ title, body, tag, path }) {
  const isInFront = (await dashboards()).some(({ focused }) => focused);
  const icon = new URL('icon-192.png', registration.scope).href;
  const options = { body, tag, icon, badge: icon, data: { path }, renotify: !isInFront, silent: isInFront };
  await registration.showNotification(title, options);
}

async function open(notification) {
  notification.close();
  const { path } = notification.data;
  const [page] = await dashboards();
  if (!page) return clients.openWindow(registration.scope + path);
  // A new address would load the page again, and lose what is typed.
  page.postMessage({ open: path });
  return page.focus();
}

/** Open ones, without other pages of this origin. */
async function dashboards() {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => url.startsWith(registration.scope));
}
