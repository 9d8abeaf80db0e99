import type { ReaderLanguage } from '../../../../platform/lib/http/reader-language.ts';

/** Why a widget is not shown. */
export type NotShown = 'unknown' | 'closed' | 'busy';

interface Words {
  title: string;
  lead: string;
}

/** For visitors, who do not know what a gateway is. */
export const WORDS: Record<ReaderLanguage, Record<NotShown, Words>> = {
  en: {
    unknown: { title: 'No such chat', lead: 'Please reach the business in another way.' },
    closed: { title: 'This chat is closed', lead: 'Please reach the business in another way.' },
    busy: { title: 'Too many visits', lead: 'Please wait a minute and open the chat again.' },
  },
  id: {
    unknown: { title: 'Chat tidak ditemukan', lead: 'Silakan hubungi penjual dengan cara lain.' },
    closed: { title: 'Chat ini sudah ditutup', lead: 'Silakan hubungi penjual dengan cara lain.' },
    busy: { title: 'Terlalu banyak kunjungan', lead: 'Mohon tunggu satu menit, lalu buka lagi chat ini.' },
  },
  pt: {
    unknown: { title: 'Conversa não encontrada', lead: 'Entre em contato com a empresa de outra forma.' },
    closed: { title: 'Esta conversa foi encerrada', lead: 'Entre em contato com a empresa de outra forma.' },
    busy: { title: 'Muitos acessos', lead: 'Aguarde um minuto e abra a conversa de novo.' },
  },
  es: {
    unknown: { title: 'Chat no encontrado', lead: 'Comuníquese con la empresa por otro medio.' },
    closed: { title: 'Este chat está cerrado', lead: 'Comuníquese con la empresa por otro medio.' },
    busy: { title: 'Demasiadas visitas', lead: 'Espere un minuto y vuelva a abrir el chat.' },
  },
};
