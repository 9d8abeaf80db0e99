import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';

/** Why a link leads nowhere. */
export type Closed = 'unknown' | 'closed' | 'expired' | 'unavailable' | 'busy';

interface Words {
  title: string;
  text: string;
}

/** For visitors, who do not know what a gateway is. */
export const WORDS: Record<ReaderLanguage, Record<Closed, Words>> = {
  en: {
    unknown: { title: 'No such link', text: 'Please check the address, or ask the business for a new link.' },
    closed: { title: 'This link is closed', text: 'The business has closed it. Please ask for a new link.' },
    expired: { title: 'This link has expired', text: 'Please ask the business for a new link.' },
    unavailable: {
      title: 'The chat is not available now',
      text: 'The business has no number connected at the moment. Please try again later.',
    },
    busy: { title: 'Too many visits', text: 'Please wait a minute and open the link again.' },
  },
  id: {
    unknown: {
      title: 'Tautan tidak ditemukan',
      text: 'Mohon periksa alamatnya, atau minta tautan baru kepada penjual.',
    },
    closed: { title: 'Tautan ini sudah ditutup', text: 'Mohon minta tautan baru kepada penjual.' },
    expired: {
      title: 'Tautan ini sudah tidak berlaku',
      text: 'Mohon minta tautan baru kepada penjual.',
    },
    unavailable: {
      title: 'Chat belum tersedia',
      text: 'Nomor penjual sedang tidak terhubung. Silakan coba lagi nanti.',
    },
    busy: { title: 'Terlalu banyak kunjungan', text: 'Mohon tunggu satu menit, lalu buka lagi tautannya.' },
  },
  pt: {
    unknown: { title: 'Link não encontrado', text: 'Confira o endereço ou peça um novo link à empresa.' },
    closed: { title: 'Este link foi desativado', text: 'Peça um novo link à empresa.' },
    expired: { title: 'Este link expirou', text: 'Peça um novo link à empresa.' },
    unavailable: {
      title: 'A conversa não está disponível agora',
      text: 'O número da empresa está desconectado no momento. Tente de novo mais tarde.',
    },
    busy: { title: 'Muitos acessos', text: 'Aguarde um minuto e abra o link de novo.' },
  },
  es: {
    unknown: {
      title: 'Enlace no encontrado',
      text: 'Revise la dirección o pida un enlace nuevo a la empresa.',
    },
    closed: { title: 'Este enlace está cerrado', text: 'Pida un enlace nuevo a la empresa.' },
    expired: { title: 'Este enlace ya venció', text: 'Pida un enlace nuevo a la empresa.' },
    unavailable: {
      title: 'El chat no está disponible ahora',
      text: 'El número de la empresa no está conectado en este momento. Inténtelo de nuevo más tarde.',
    },
    busy: { title: 'Demasiadas visitas', text: 'Espere un minuto y vuelva a abrir el enlace.' },
  },
};
