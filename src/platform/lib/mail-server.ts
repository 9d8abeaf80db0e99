export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte on, in place of STARTTLS. */
  isImplicit: boolean;
  /** Empty: no log-in. */
  user: string;
  password: string;
}

const PORTS = { 'smtps:': 465, 'smtp:': 587 };

/** Of `smtps://USER:PASSWORD@HOST:PORT`. Null: another URL, or text that would end a line of SMTP. */
export function readMailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  if (url === null || !(url.protocol in PORTS) || url.hostname === '') return null;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return null;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (/\p{Cc}/u.test(user + password) || (user === '' && password !== '')) return null;
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || PORTS[url.protocol as keyof typeof PORTS], // `in` narrows no string
      isImplicit: url.protocol === 'smtps:',
      user,
      password,
    };
  } catch {
    // A percent sign that is not followed by two hex digits of a letter.
    return null;
  }
}

export const isMailServer = (text: string) => readMailServer(text) !== null;

/** The user with an `@`, else the first of `addresses`. Null: none is named. */
export const senderOf = ({ user }: MailServer, addresses: readonly string[]): string | null =>
  user.includes('@') ? user : (addresses[0] ?? null);
