import { expect, test } from 'vitest';
import { downloadAddressOf } from './share-links.ts';

const ID = '1AbC_d-EfGhIjKlMnOpQrStUvWxYz0123';
const DRIVE = `https://drive.usercontent.google.com/download?id=${ID}&export=download&confirm=t`;
const DOCS = 'https://docs.google.com';

test.each([
  [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, DRIVE],
  [`https://drive.google.com/file/u/1/d/${ID}/preview`, DRIVE],
  [`https://drive.google.com/open?id=${ID}`, DRIVE],
  [`https://drive.google.com/uc?export=download&id=${ID}`, DRIVE],
  [`https://drive.google.com/file/d/${ID}/view?resourcekey=0-a_B`, `${DRIVE}&resourcekey=0-a_B`],
  [`${DOCS}/document/d/${ID}/edit?usp=sharing`, `${DOCS}/document/d/${ID}/export?format=pdf`],
  [`${DOCS}/spreadsheets/d/${ID}/edit#gid=0`, `${DOCS}/spreadsheets/d/${ID}/export?format=xlsx`],
  [`${DOCS}/presentation/u/0/d/${ID}/edit`, `${DOCS}/presentation/d/${ID}/export/pdf`],
  [
    'https://www.dropbox.com/scl/fi/ab12/Katalog.pdf?rlkey=xyz&dl=0',
    'https://www.dropbox.com/scl/fi/ab12/Katalog.pdf?rlkey=xyz&dl=1',
  ],
  ['https://dropbox.com/s/ab12/a.pdf', 'https://dropbox.com/s/ab12/a.pdf?dl=1'],
  [
    'https://1drv.ms/b/s!AbC',
    'https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL2IvcyFBYkM/root/content',
  ],
  [
    'https://toko-my.sharepoint.com/:x:/g/personal/sari/EaBc?e=12',
    'https://toko-my.sharepoint.com/:x:/g/personal/sari/EaBc?e=12&download=1',
  ],
])('the share link %s leads to its file', (link, address) => {
  expect(downloadAddressOf(link)).toBe(address);
});

test.each([
  'https://toko.example/katalog.pdf',
  'https://drive.google.com/drive/folders/1AbC',
  'https://docs.google.com/forms/d/e/1FAIpQLSabcdefgh/viewform',
  'https://www.dropbox.com/home/a.pdf',
  'https://dl.dropboxusercontent.com/s/ab12/a.pdf',
  'https://drive.google.com.evil.example/file/d/1AbC_d-EfGhIj/view',
  'https://toko.sharepoint.com/sites/a/b.pdf',
  'no address',
  '',
])('"%s" stays as it is', (address) => {
  expect(downloadAddressOf(address)).toBe(address);
});
