import { expect, test } from 'vitest';
import { Settings } from '../../config.ts';
import { nearestName } from './nearest-name.ts';

const KNOWN = Object.keys(Settings.shape);

test.each([
  ['KURIR_PROT', 'KURIR_PORT'],
  ['KURIR_PORTT', 'KURIR_PORT'],
  ['kurir_port', 'KURIR_PORT'],
  ['KURIR_DATADIR', 'KURIR_DATA_DIR'],
  ['KURIR_DATA', 'KURIR_DATA_DIR'],
  ['KURIR_DATABASE_URL', 'DATABASE_URL'],
  ['KURIR_LOG_LEVEL', 'LOG_LEVEL'],
  ['KURIR_SECRETKEY', 'KURIR_SECRET_KEY'],
  ['KURIR_ALLOWED_NETWORKS', 'KURIR_ALLOW_NETWORKS'],
  ['KURIR_COLOUR_OF_THE_SKY', null],
  ['KURIR_', null],
])('%s was meant to be %s', (wrong, name) => {
  expect(nearestName(wrong, KNOWN)).toBe(name);
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PORT', 'KURIR_PORT'],
  ['NODE_ENV', null],
  ['HTTP_PROXY', null],
  ['POSTGRES_PASSWORD', null],
])('with a low tolerance, %s was meant to be %s', (wrong, name) => {
  expect(nearestName(wrong, KNOWN, 0.2)).toBe(name);
});
