import { expect, test } from 'vitest';
import { rangeIn } from './byte-range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=0-1000', { start: 0, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
])('%s of 100 bytes', (header, range) => {
  expect(rangeIn(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is after the end of 100 bytes', (header) => {
  expect(rangeIn(header, 100)).toBeNull();
});

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-0',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=a-b',
  'bytes=0x1-2',
])('%s asks for the whole file', (header) => {
  expect(rangeIn(header, 100)).toBe('whole');
});
