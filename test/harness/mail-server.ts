import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

interface Options {
  /** Other addresses of the loopback stand for other machines. */
  host?: string;
  /** From the first byte on. Otherwise STARTTLS is offered. */
  isImplicit?: boolean;
  tls?: { key: string; cert: string };
  /** Answer to the log-in, the mail, or an address as in `RCPT TO:<ani@example.com>`, in place of a good one. */
  refusal?: { to: 'AUTH' | 'DATA' | `RCPT TO:<${string}>`; answer: string };
}

export interface MailServer {
  port: number;
  /** The text of each mail that it took. */
  mails: string[];
  /** What clients said before TLS. */
  plain: string[];
  logIns: string[];
  refusal: Options['refusal'];
}

/** A mail server on loopback that speaks SMTP, with STARTTLS and AUTH PLAIN. */
export async function startMailServer({
  host = '127.0.0.1',
  isImplicit = false,
  tls,
  refusal,
}: Options = {}): Promise<MailServer> {
  const found: MailServer = { port: 0, mails: [], plain: [], logIns: [], refusal };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, { found, tls: isImplicit ? undefined : tls });
  };
  const server = isImplicit && tls ? createTlsServer(tls, keep) : createServer(keep);
  server.on('tlsClientError', () => {});
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  found.port = (server.address() as AddressInfo).port; // a TCP listener has no other kind of address
  return found;
}

function talk(
  socket: Socket,
  { found, tls }: { found: MailServer; tls: Options['tls'] },
  isNew = true,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: string[] | null = null;
  let text = '';
  const answer = (line: string): string | null => {
    if (mail) {
      if (line !== '.') {
        mail.push(line);
        return null;
      }
      const refused = found.refusal?.to === 'DATA' ? found.refusal.answer : null;
      if (!refused) found.mails.push(mail.join('\n'));
      mail = null;
      return refused ?? '250 OK';
    }
    const [word = '', , third = ''] = line.split(' ');
    if (word === 'EHLO') return `250-mail.test\r\n${tls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`;
    if (word === 'AUTH') {
      found.logIns.push(Buffer.from(third, 'base64').toString());
      return found.refusal?.to === 'AUTH' ? found.refusal.answer : '235 OK';
    }
    if (word === 'RCPT' && found.refusal?.to === line) return found.refusal.answer;
    if (word === 'STARTTLS' && !tls) return '502 Unknown command';
    if (word === 'DATA') mail = [];
    return { DATA: '354 Go on', QUIT: '221 Bye', STARTTLS: '220 Go ahead' }[word] ?? '250 OK';
  };
  const read = (chunk: Buffer) => {
    text += chunk;
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (!(socket instanceof TLSSocket)) found.plain.push(line);
      const said = answer(line);
      if (said !== null) say(said);
      if (line === 'STARTTLS' && tls) secure(tls);
    }
  };
  const secure = (pair: NonNullable<Options['tls']>) => {
    socket.off('data', read);
    const upgraded = new TLSSocket(socket, { isServer: true, ...pair });
    upgraded.on('error', () => {});
    talk(upgraded, { found, tls: undefined }, false);
  };
  if (isNew) say('220 mail.test ESMTP');
  socket.on('data', read);
}
