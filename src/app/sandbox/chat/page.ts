import { escapeHtml } from '../../../platform/lib/http/html.ts';
import { plainPage } from '../../../platform/lib/http/plain-page.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';

const WORDS = {
  en: {
    title: 'Sandbox chat',
    lead: 'This link belongs to a sandbox account. In the real network it would open the messaging app.',
    customers:
      'The number is simulated, so customers cannot use the link. Try it on the page Sandbox of the dashboard',
    to: 'To',
    from: 'Simulated phone',
    text: 'Message',
    token: 'Token of the sandbox',
    tokenHint: 'In the file sandbox-token of the data folder. Not needed with KURIR_SANDBOX_OPEN=1.',
    send: 'Send',
    sent: 'Sent. The message is in the conversations of the account.',
    failed: 'Not sent: ',
    silent: 'The gateway does not answer.',
  },
  id: {
    title: 'Chat sandbox',
    lead: 'Tautan ini milik akun sandbox. Di jaringan asli, aplikasi pesan yang akan terbuka.',
    customers:
      'Nomornya simulasi, jadi pelanggan tidak bisa memakai tautan ini. Coba di halaman Sandbox di dasbor',
    to: 'Kepada',
    from: 'Ponsel simulasi',
    text: 'Pesan',
    token: 'Token sandbox',
    tokenHint: 'Ada di file sandbox-token di folder data. Tidak perlu dengan KURIR_SANDBOX_OPEN=1.',
    send: 'Kirim',
    sent: 'Terkirim. Pesan ada di percakapan akun.',
    failed: 'Tidak terkirim: ',
    silent: 'Gateway tidak menjawab.',
  },
  pt: {
    title: 'Conversa do sandbox',
    lead: 'Este link é de uma conta sandbox. Na rede real, ele abriria o aplicativo de mensagens.',
    customers: 'O número é simulado, então clientes não podem usar o link. Teste na página Sandbox do painel',
    to: 'Para',
    from: 'Telefone simulado',
    text: 'Mensagem',
    token: 'Token do sandbox',
    tokenHint: 'No arquivo sandbox-token da pasta de dados. Com KURIR_SANDBOX_OPEN=1 não é necessário.',
    send: 'Enviar',
    sent: 'Enviada. A mensagem está nas conversas da conta.',
    failed: 'Não enviada: ',
    silent: 'O gateway não responde.',
  },
  es: {
    title: 'Chat del sandbox',
    lead: 'Este enlace es de una cuenta sandbox. En la red real abriría la aplicación de mensajes.',
    customers:
      'El número es simulado: los clientes no pueden usar el enlace. Pruébelo en la página Sandbox del panel',
    to: 'Para',
    from: 'Teléfono simulado',
    text: 'Mensaje',
    token: 'Token del sandbox',
    tokenHint: 'En el archivo sandbox-token de la carpeta de datos. Con KURIR_SANDBOX_OPEN=1 no hace falta.',
    send: 'Enviar',
    sent: 'Enviado. El mensaje está en las conversaciones de la cuenta.',
    failed: 'No se envió: ',
    silent: 'El gateway no responde.',
  },
} as const satisfies Record<ReaderLanguage, object>;

/** A person of the sandbox. */
const PHONE = '6281200000001';

export const CHAT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page on which a simulated phone sends the message of a link. The values come from the address: any text. */
export function chatPage(language: ReaderLanguage, { phone, text }: { phone: string; text: string }): string {
  const words = WORDS[language];
  return plainPage({
    language,
    title: words.title,
    lead: words.lead,
    head: '\n    <script src="./chat.js" defer></script>',
    main: `
      <p><a href="../app/sandbox">${words.customers}</a></p>
      <form class="chat" id="chat" data-sent="${escapeHtml(words.sent)}" data-failed="${escapeHtml(words.failed)}"
        data-silent="${escapeHtml(words.silent)}">
        <label>${words.to} <input name="phone" inputmode="numeric" required value="${escapeHtml(phone)}"></label>
        <label>${words.from} <input name="from" inputmode="numeric" required value="${PHONE}"></label>
        <label>${words.text} <textarea name="text" rows="4" required>${escapeHtml(text)}</textarea></label>
        <label>${words.token} <input name="token" type="password" autocomplete="off">
          <small>${escapeHtml(words.tokenHint)}</small></label>
        <button type="submit">${words.send}</button>
        <p role="status" id="result"></p>
      </form>`,
  });
}
