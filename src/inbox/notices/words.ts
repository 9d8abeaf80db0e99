import type { ReaderLanguage } from '../../platform/lib/http/reader-language.ts';
import type { Facts } from './occasions.ts';
import type { NoticeKind } from './schema.ts';

interface Words {
  /** Without names and words of customers. */
  one: { [Kind in NoticeKind]: (facts: Facts[Kind]) => string };
  /** Two or more of the kind. */
  many: Record<NoticeKind, (count: number) => string>;
  /** Two or more, of several kinds. */
  summary: (count: number) => string;
  /** Last lines of an e-mail. */
  why: string;
}

const EN: Words = {
  one: {
    assigned: ({ actor }) => `${actor} gave you a chat`,
    mentioned: ({ actor }) => `${actor} mentions you`,
    waiting: () => 'A customer waits too long',
    number_gone: ({ label, state }) =>
      ({
        gone: `${label} is not connected`,
        banned: `${label} is banned`,
        limited: `${label} needs attention`,
      })[state],
    webhook_disabled: ({ host }) => `The webhook of ${host} is switched off after failures`,
    quota_near: ({ isFull }) =>
      isFull ? 'All messages of this month are used' : '90 % of the messages of this month are used',
    flow_failed: ({ count }) => (count === 1 ? 'A flow failed in a chat' : `A flow failed in ${count} chats`),
  },
  many: {
    assigned: (count) => `${count} chats were given to you`,
    mentioned: (count) => `${count} notes mention you`,
    waiting: (count) => `${count} customers wait too long`,
    number_gone: (count) => `${count} numbers need attention`,
    webhook_disabled: (count) => `${count} webhooks are switched off after failures`,
    quota_near: () => '',
    flow_failed: () => '',
  },
  summary: (count) => `${count} things for you`,
  why: 'You chose this e-mail in Settings, Profile, Notices.',
};

const ID: Words = {
  one: {
    assigned: ({ actor }) => `${actor} menugaskan sebuah chat kepada Anda`,
    mentioned: ({ actor }) => `${actor} menyebut Anda`,
    waiting: () => 'Ada pelanggan yang terlalu lama menunggu',
    number_gone: ({ label, state }) =>
      ({
        gone: `${label} tidak terhubung`,
        banned: `${label} diblokir`,
        limited: `${label} perlu perhatian`,
      })[state],
    webhook_disabled: ({ host }) => `Webhook ${host} dimatikan karena terus gagal`,
    quota_near: ({ isFull }) =>
      isFull ? 'Kuota pesan bulan ini sudah habis' : '90 % kuota pesan bulan ini sudah terpakai',
    flow_failed: ({ count }) => `Alur gagal di ${count} chat`,
  },
  many: {
    assigned: (count) => `${count} chat ditugaskan kepada Anda`,
    mentioned: (count) => `${count} catatan menyebut Anda`,
    waiting: (count) => `${count} pelanggan terlalu lama menunggu`,
    number_gone: (count) => `${count} nomor perlu perhatian`,
    webhook_disabled: (count) => `${count} webhook dimatikan karena terus gagal`,
    quota_near: () => '',
    flow_failed: () => '',
  },
  summary: (count) => `${count} hal untuk Anda`,
  why: 'Anda memilih email ini di Pengaturan, Profil, Notifikasi.',
};

const PT: Words = {
  one: {
    assigned: ({ actor }) => `${actor} atribuiu uma conversa a você`,
    mentioned: ({ actor }) => `${actor} mencionou você`,
    waiting: () => 'Um cliente está esperando há muito tempo',
    number_gone: ({ label, state }) =>
      ({
        gone: `${label} está desconectado`,
        banned: `${label} foi banido`,
        limited: `${label} precisa de atenção`,
      })[state],
    webhook_disabled: ({ host }) => `O webhook de ${host} foi desativado após várias falhas`,
    quota_near: ({ isFull }) =>
      isFull ? 'Todas as mensagens deste mês foram usadas' : '90 % das mensagens deste mês foram usadas',
    flow_failed: ({ count }) =>
      count === 1 ? 'Um fluxo falhou em uma conversa' : `Um fluxo falhou em ${count} conversas`,
  },
  many: {
    assigned: (count) => `${count} conversas foram atribuídas a você`,
    mentioned: (count) => `${count} notas mencionam você`,
    waiting: (count) => `${count} clientes estão esperando há muito tempo`,
    number_gone: (count) => `${count} números precisam de atenção`,
    webhook_disabled: (count) => `${count} webhooks foram desativados após várias falhas`,
    quota_near: () => '',
    flow_failed: () => '',
  },
  summary: (count) => `${count} novidades para você`,
  why: 'Você escolheu receber este e-mail em Configurações, Perfil, Avisos.',
};

const ES: Words = {
  one: {
    assigned: ({ actor }) => `${actor} te asignó un chat`,
    mentioned: ({ actor }) => `${actor} te menciona`,
    waiting: () => 'Un cliente espera demasiado',
    number_gone: ({ label, state }) =>
      ({
        gone: `${label} no está conectado`,
        banned: `${label} está bloqueado`,
        limited: `${label} requiere atención`,
      })[state],
    webhook_disabled: ({ host }) => `El webhook de ${host} se desactivó tras varios fallos`,
    quota_near: ({ isFull }) =>
      isFull ? 'Se agotaron los mensajes de este mes' : 'Se usó el 90 % de los mensajes de este mes',
    flow_failed: ({ count }) =>
      count === 1 ? 'Un flujo falló en un chat' : `Un flujo falló en ${count} chats`,
  },
  many: {
    assigned: (count) => `Te asignaron ${count} chats`,
    mentioned: (count) => `${count} notas te mencionan`,
    waiting: (count) => `${count} clientes esperan demasiado`,
    number_gone: (count) => `${count} números requieren atención`,
    webhook_disabled: (count) => `${count} webhooks se desactivaron tras varios fallos`,
    quota_near: () => '',
    flow_failed: () => '',
  },
  summary: (count) => `${count} novedades para ti`,
  why: 'Elegiste este correo en Ajustes, Perfil, Notificaciones.',
};

/** For users. */
export const WORDS: Record<ReaderLanguage, Words> = { en: EN, id: ID, pt: PT, es: ES };
