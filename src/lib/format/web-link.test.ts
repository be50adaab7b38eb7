// @vitest-environment node
import { notWebLinks, webLinks } from '@tests/support/web-links';
import { expect, it } from 'vitest';
import { webLink } from './web-link.ts';

it.each(webLinks)('links to %s', (url) => expect(webLink(url)).toBe(url));

it.each([...notWebLinks, 'https://a:b', null, undefined])('refuses %j', (url) => expect(webLink(url)).toBeUndefined());
