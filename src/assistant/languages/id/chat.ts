import type { ChatWords } from '../language.ts';

export const chat: ChatWords = {
  beforeAnswer: 'yang yg mau min kak kk saya aku ok oke iya',
  afterAnswer: 'kak kakak ka kk min ya yah yaa aja saja dong deh sih bang mas mbak mba pak bu gan sis',
  beforeNumber: 'no nomor nomer pilih pilihan opsi',
  smallTalk: {
    greeting:
      'halo hallo helo hai hay hei p ping permisi punten assalamualaikum assalamu alaikum assalamualaykum ass salam ' +
      'pagi siang sore malam misi',
    thanks: 'makasih makasi mksh trims terimakasih tengkyu tq suwun nuhun syukron kasih',
    agreed: 'ok oke okey okeh okei sip siap baik baiklah mantap',
  },
  besideSmallTalk:
    'kak kakak ka min mimin admin gan agan sis sist bro mas mbak mba pak bapak bu ibu bos boss tim cs selamat terima ' +
    'banyak sekali ya yah iya deh dong lah nih wr wb warahmatullahi wabarakatuh wr.wb atas infonya bantuannya kalau ' +
    'gitu semua',
  complaints:
    'kecewa, komplain, penipu, penipuan, ditipu, nipu, tertipu, lapor polisi, laporkan, viralkan, tuntut, somasi, ' +
    'parah banget, tidak becus, gak becus, brengsek, bangsat',
  harms:
    'hilang, rusak, robek, sobek, luntur, pecah, bolong, gosong, terbakar, tertukar, salah, hancur, basi, ' +
    'belum sampai, tidak sampai, gak sampai, ga sampai, bohong',
};
