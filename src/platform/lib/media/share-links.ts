const FINDERS: readonly { host: RegExp; find(url: URL): string | undefined }[] = [
  { host: /^(drive|docs)\.google\.com$/, find: googleFile },
  {
    host: /^(www\.)?dropbox\.com$/,
    find: (url) => (/^\/(s|sh|scl)\//.test(url.pathname) ? withQuery(url, 'dl', '1') : undefined),
  },
  { host: /^1drv\.ms$/, find: oneDriveFile },
  {
    host: /^onedrive\.live\.com$/,
    find: (url) => (url.searchParams.has('authkey') ? oneDriveFile(url) : undefined),
  },
  {
    host: /^[a-z0-9-]+\.sharepoint\.com$/,
    find: (url) => (/^\/:[a-z]:\//.test(url.pathname) ? withQuery(url, 'download', '1') : undefined),
  },
];

/** The file behind an address of a share dialog; other addresses stay. */
export function downloadAddressOf(address: string): string {
  const url = URL.parse(address);
  const find = url && FINDERS.find(({ host }) => host.test(url.hostname))?.find;
  return (url && find?.(url)) ?? address;
}

const EXPORTS: Readonly<Record<string, string>> = {
  document: 'export?format=pdf',
  spreadsheets: 'export?format=xlsx',
  presentation: 'export/pdf',
};

/** `confirm` skips the virus warning. */
function googleFile({ pathname, searchParams }: URL): string | undefined {
  const [, kind = '', own] =
    /^\/(document|spreadsheets|presentation)\/(?:u\/\d+\/)?d\/([\w-]{10,})/.exec(pathname) ?? [];
  if (own) return `https://docs.google.com/${kind}/d/${own}/${EXPORTS[kind]}`;
  const inPath = /^\/file\/(?:u\/\d+\/)?d\/([\w-]{10,})/.exec(pathname)?.[1];
  const id = inPath ?? (/^\/(open|uc)$/.test(pathname) ? searchParams.get('id') : null);
  if (!id) return undefined;
  const query = new URLSearchParams({ id, export: 'download', confirm: 't' });
  const key = searchParams.get('resourcekey');
  if (key) query.set('resourcekey', key);
  return `https://drive.usercontent.google.com/download?${query}`;
}

/** `u!` and the link in base64url. */
function oneDriveFile({ href }: URL): string {
  return `https://api.onedrive.com/v1.0/shares/u!${Buffer.from(href).toString('base64url')}/root/content`;
}

function withQuery(url: URL, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
