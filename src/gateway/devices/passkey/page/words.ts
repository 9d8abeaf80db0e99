import type { ReaderLanguage } from '../../../../platform/lib/http/reader-language.ts';

const en = {
  title: 'Passkey for WhatsApp',
  lead: 'WhatsApp asks for the passkey of a number before it links the number to this gateway.',
  loading: 'One moment ...',
  device: 'Device',
  number: 'Number',
  unknownNumber: 'known after the link',
  left: 'Time left',
  warning:
    'Go on only if you scanned the QR of this device, or typed its code, just now. If another person sent you this ' +
    'link, close the page: your answer would give them your chats.',
  go: 'I am linking my own number',
  cancel: 'Cancel the pairing',
  extensionTitle: 'With the extension of Kurir',
  extension:
    'Click on the icon of the extension in the toolbar of this browser. It opens a page of WhatsApp Web, asks your ' +
    'browser for the passkey, and comes back. It reads no chats.',
  pasteTitle: 'Without the extension',
  pasteWarning:
    'Warning: code that you paste into the console of a page can take over your account. Paste nothing there that ' +
    'another person sends you. Use only the text below, from this page.',
  paste1: 'Open https://web.whatsapp.com in another tab of this browser. You need not log in.',
  paste2: 'Open the developer tools (F12), then Console. Paste this text, and press Enter:',
  paste3: 'Confirm with fingerprint, face, PIN or phone. The console shows a text that begins with {.',
  paste4: 'Copy this text into the field:',
  field: 'The answer of the browser',
  send: 'Send',
  notJson: 'This is not the text of the console. It begins with { and ends with }.',
  notSigned: 'The browser did not sign. Try again, or use a browser that has the passkey.',
  refused: 'The answer cannot be used: it',
  phone: 'The answer is on its way. Look at your phone, which may ask you to go on.',
  code: 'If the phone shows a code, it must be this one. Otherwise refuse on the phone.',
  connected: 'The number is linked. You can close this page.',
  passkey_timeout: 'The time is over. Start the pairing again.',
  passkey_rejected: 'WhatsApp refused the pairing. Start it again later.',
  passkey_cancelled: 'The pairing is cancelled. Nothing was linked.',
  ended: 'This pairing is over. Start it again.',
  invalid: 'This link is wrong, used or expired. Start the pairing again, and open the new link.',
  insecure:
    'The gateway opens this page over HTTPS only. Ask its operator for a link that begins with https.',
  offline: 'The gateway does not answer. This page tries again.',
};
export type Words = typeof en;

const id: Words = {
  title: 'Kunci sandi (passkey) WhatsApp',
  lead: 'WhatsApp meminta kunci sandi (passkey) sebuah nomor sebelum menautkannya ke gateway ini.',
  loading: 'Sebentar ...',
  device: 'Perangkat',
  number: 'Nomor',
  unknownNumber: 'diketahui setelah tertaut',
  left: 'Sisa waktu',
  warning:
    'Lanjutkan hanya bila Anda sendiri baru saja memindai kode QR perangkat ini atau mengetik kodenya. Bila tautan ' +
    'ini dikirim orang lain, tutup halaman ini: jawaban Anda akan memberi mereka chat Anda.',
  go: 'Saya menautkan nomor saya sendiri',
  cancel: 'Batalkan pemasangan',
  extensionTitle: 'Dengan ekstensi Kurir',
  extension:
    'Klik ikon ekstensi di bilah alat peramban ini. Ekstensi membuka halaman WhatsApp Web, meminta kunci sandi dari ' +
    'peramban, lalu kembali. Chat tidak dibaca.',
  pasteTitle: 'Tanpa ekstensi',
  pasteWarning:
    'Awas: kode yang ditempel di konsol sebuah halaman bisa mengambil alih akun Anda. Jangan tempel apa pun yang ' +
    'dikirim orang lain. Pakai hanya teks di bawah ini, dari halaman ini.',
  paste1: 'Buka https://web.whatsapp.com di tab lain di peramban ini. Tidak perlu masuk.',
  paste2: 'Buka alat pengembang (F12), lalu Console. Tempel teks ini, lalu tekan Enter:',
  paste3: 'Konfirmasi dengan sidik jari, wajah, PIN, atau ponsel. Konsol menampilkan teks yang diawali {.',
  paste4: 'Salin teks itu ke kolom ini:',
  field: 'Jawaban peramban',
  send: 'Kirim',
  notJson: 'Ini bukan teks dari konsol. Teksnya diawali { dan diakhiri }.',
  notSigned: 'Peramban tidak menandatangani. Coba lagi, atau pakai peramban yang punya kunci sandinya.',
  refused: 'Jawaban tidak bisa dipakai:',
  phone: 'Jawaban sedang dikirim. Lihat ponsel Anda, mungkin ada yang perlu dilanjutkan.',
  code: 'Bila ponsel menampilkan kode, kodenya harus sama dengan ini. Bila beda, tolak di ponsel.',
  connected: 'Nomor sudah tertaut. Halaman ini boleh ditutup.',
  passkey_timeout: 'Waktunya habis. Pasangkan lagi.',
  passkey_rejected: 'WhatsApp menolak pemasangan. Pasangkan lagi nanti.',
  passkey_cancelled: 'Pemasangan dibatalkan. Tidak ada yang ditautkan.',
  ended: 'Pemasangan ini sudah selesai. Pasangkan lagi.',
  invalid: 'Tautan ini salah, sudah dipakai, atau kedaluwarsa. Pasangkan lagi dan buka tautan barunya.',
  insecure: 'Gateway hanya membuka halaman ini lewat HTTPS. Minta operatornya tautan yang diawali https.',
  offline: 'Gateway tidak menjawab. Halaman ini mencoba lagi.',
};

const pt: Words = {
  title: 'Chave de acesso (passkey) do WhatsApp',
  lead: 'O WhatsApp pede a chave de acesso (passkey) de um número antes de conectá-lo a este gateway.',
  loading: 'Um momento ...',
  device: 'Dispositivo',
  number: 'Número',
  unknownNumber: 'conhecido depois da conexão',
  left: 'Tempo restante',
  warning:
    'Continue somente se você mesmo leu o QR deste dispositivo, ou digitou o código dele, agora há pouco. Se outra ' +
    'pessoa enviou este link, feche a página: sua resposta daria a ela as suas conversas.',
  go: 'Estou conectando meu próprio número',
  cancel: 'Cancelar a conexão',
  extensionTitle: 'Com a extensão do Kurir',
  extension:
    'Clique no ícone da extensão na barra deste navegador. Ela abre uma página do WhatsApp Web, pede a chave de ' +
    'acesso ao navegador e volta. Ela não lê conversas.',
  pasteTitle: 'Sem a extensão',
  pasteWarning:
    'Atenção: um código colado no console de uma página pode tomar a sua conta. Não cole nada que outra pessoa ' +
    'enviar. Use somente o texto abaixo, desta página.',
  paste1: 'Abra https://web.whatsapp.com em outra aba deste navegador. Não é preciso entrar.',
  paste2: 'Abra as ferramentas do desenvolvedor (F12) e depois Console. Cole este texto e aperte Enter:',
  paste3: 'Confirme com digital, rosto, PIN ou celular. O console mostra um texto que começa com {.',
  paste4: 'Copie esse texto para o campo:',
  field: 'A resposta do navegador',
  send: 'Enviar',
  notJson: 'Este não é o texto do console. Ele começa com { e termina com }.',
  notSigned: 'O navegador não assinou. Tente de novo ou use um navegador que tenha a chave de acesso.',
  refused: 'A resposta não pode ser usada:',
  phone: 'A resposta foi enviada. Olhe o celular, que pode pedir para continuar.',
  code: 'Se o celular mostrar um código, ele deve ser igual a este. Se for diferente, recuse no celular.',
  connected: 'O número está conectado. Você pode fechar esta página.',
  passkey_timeout: 'O tempo acabou. Comece a conexão de novo.',
  passkey_rejected: 'O WhatsApp recusou a conexão. Tente de novo mais tarde.',
  passkey_cancelled: 'A conexão foi cancelada. Nada foi conectado.',
  ended: 'Esta conexão terminou. Comece de novo.',
  invalid: 'Este link está errado, já foi usado ou expirou. Comece a conexão de novo e abra o novo link.',
  insecure: 'O gateway só abre esta página por HTTPS. Peça ao operador um link que comece com https.',
  offline: 'O gateway não responde. Esta página tenta de novo.',
};

const es: Words = {
  title: 'Llave de acceso (passkey) de WhatsApp',
  lead: 'WhatsApp pide la llave de acceso (passkey) de un número antes de vincularlo a este gateway.',
  loading: 'Un momento ...',
  device: 'Dispositivo',
  number: 'Número',
  unknownNumber: 'se conoce después de vincular',
  left: 'Tiempo restante',
  warning:
    'Continúe solo si usted mismo acaba de escanear el QR de este dispositivo o de escribir su código. Si otra ' +
    'persona le envió este enlace, cierre la página: su respuesta le daría sus chats.',
  go: 'Estoy vinculando mi propio número',
  cancel: 'Cancelar la vinculación',
  extensionTitle: 'Con la extensión de Kurir',
  extension:
    'Haga clic en el icono de la extensión en la barra de este navegador. Abre una página de WhatsApp Web, pide la ' +
    'llave de acceso al navegador y vuelve. No lee chats.',
  pasteTitle: 'Sin la extensión',
  pasteWarning:
    'Advertencia: un código pegado en la consola de una página puede tomar el control de su cuenta. No pegue nada ' +
    'que le envíe otra persona. Use solo el texto de abajo, de esta página.',
  paste1: 'Abra https://web.whatsapp.com en otra pestaña de este navegador. No hace falta iniciar sesión.',
  paste2: 'Abra las herramientas de desarrollo (F12) y luego Console. Pegue este texto y pulse Enter:',
  paste3: 'Confirme con huella, rostro, PIN o teléfono. La consola muestra un texto que empieza con {.',
  paste4: 'Copie ese texto en el campo:',
  field: 'La respuesta del navegador',
  send: 'Enviar',
  notJson: 'Este no es el texto de la consola. Empieza con { y termina con }.',
  notSigned: 'El navegador no firmó. Inténtelo de nuevo o use un navegador que tenga la llave de acceso.',
  refused: 'La respuesta no se puede usar:',
  phone: 'La respuesta se está enviando. Mire su teléfono: puede pedirle que continúe.',
  code: 'Si el teléfono muestra un código, debe ser este. Si es otro, rechácelo en el teléfono.',
  connected: 'El número está vinculado. Puede cerrar esta página.',
  passkey_timeout: 'Se acabó el tiempo. Empiece la vinculación de nuevo.',
  passkey_rejected: 'WhatsApp rechazó la vinculación. Inténtelo de nuevo más tarde.',
  passkey_cancelled: 'La vinculación se canceló. No se vinculó nada.',
  ended: 'Esta vinculación terminó. Empiece de nuevo.',
  invalid:
    'Este enlace es incorrecto, ya se usó o venció. Empiece la vinculación de nuevo y abra el enlace nuevo.',
  insecure: 'El gateway abre esta página solo por HTTPS. Pida a su operador un enlace que empiece con https.',
  offline: 'El gateway no responde. Esta página lo intenta de nuevo.',
};

export const WORDS: Record<ReaderLanguage, Words> = { en, id, pt, es };
