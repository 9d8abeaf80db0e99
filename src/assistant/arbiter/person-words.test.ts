import { expect, test } from 'vitest';
import { asksForPerson } from './person-words.ts';
import { DEFAULTS } from './settings/schema.ts';

const asks = (text: string) => asksForPerson(text, DEFAULTS.person_words);

test.each([
  ...[
    'admin',
    'Admin!',
    'ADMIN dong',
    'cs dong',
    'admin kak',
    'mau bicara dengan admin',
    'min, mau ngomong sama orang',
  ],
  ...[
    'tolong hubungkan ke CS ya kak',
    'ada admin?',
    'adminnya mana kak',
    'mana adminnya',
    'bisa chat admin langsung',
  ],
  ...[
    'bisa ngomong sama admin ga?',
    'cs nya mana',
    'admin tolong dibalas',
    'tlg admin',
    'can a human help me',
  ],
  ...['halo, mau bicara sama CS dong', 'minta nomor admin', 'mau ke operator', 'bukan bot, mau orang asli'],
  ...[
    'can I talk to a human please',
    'real person',
    'I want to speak with an agent',
    'connect me to customer service',
  ],
])('asks for a person: %s', (text) => {
  expect(asks(text)).toBe(true);
});

test.each([
  ...[
    'halo admin',
    'Halo kak admin',
    'permisi admin',
    'pagi admin',
    'admin, selamat siang',
    'kak admin',
    'hi agent',
  ],
  ...[
    'min',
    'min, mau tanya',
    'kak admin mau tanya ongkir',
    'admin, berapa harganya?',
    'halo admin, ada ukuran XL?',
  ],
  ...[
    'makasih admin',
    'oke admin',
    'biaya admin berapa?',
    'untuk 5 orang bisa?',
    'orang mana kak',
    'cs go',
    'mau jadi agen',
  ],
  ...['orang mana', 'can a person of 12 ride it', ''],
])('asks for something else: %s', (text) => {
  expect(asks(text)).toBe(false);
});
