import { expect, test } from 'vitest';
import { isAllowed, NO_RULES, parseRobots } from './robots.ts';

const allows = (robots: string, path: string) =>
  isAllowed(parseRobots(robots) ?? NO_RULES, new URL(path, 'https://toko.example.com'));

test.each<[string, string, boolean]>([
  ['', '/', true],
  ['User-agent: *\nDisallow:', '/', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow: /a', '/b', true],
  ['user-agent: KURIR/2\ndisallow: /a\n\nUser-agent: *\nDisallow: /', '/b', true],
  ['User-agent: Other\nUser-agent: Kurir\nDisallow: /a', '/a', false],
  ['User-agent: Other\nDisallow: /', '/a', true],
  ['User-agent: Kurirbot\nDisallow: /', '/a', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*?page=', '/toko?page=2', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /harga%20lama', '/harga lama', false],
  ['User-agent: *\nDisallow: /kafé', '/kaf%c3%a9', false],
  ['\ufeffUser-agent: *\r\nDisallow: /a # secret', '/a', false],
  ['Disallow: /\n<html>', '/a', true],
])('%j lets Kurir read %s: %s', (robots, path, expected) => {
  expect(allows(robots, path)).toBe(expected);
});

test('hostile files cost little, and their delays are bounded', () => {
  const stars = (lines: number) =>
    `User-agent: *\nCrawl-delay: 9999\n${`Disallow: /${'*a'.repeat(400)}b\n`.repeat(lines)}`;

  const robots = parseRobots(stars(150)) ?? NO_RULES;

  expect([robots.rules.length, robots.delayMs]).toEqual([150, 10_000]);
  expect(isAllowed(robots, new URL(`https://a.example/${'a'.repeat(2_000)}`))).toBe(true);
  expect(parseRobots(stars(600))).toBeNull();
});

test('sitemaps belong to no group', () => {
  const robots = parseRobots(
    'Sitemap: /a.xml\nUser-agent: Lain\nDisallow: /\r\n  SITEMAP:https://a.example/b.xml # c',
  );

  expect(robots?.sitemaps).toEqual(['/a.xml', 'https://a.example/b.xml']);
  expect(parseRobots('Sitemap: /a.xml\n'.repeat(10_000))?.sitemaps).toHaveLength(100);
});
