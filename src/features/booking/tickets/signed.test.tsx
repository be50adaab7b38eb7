import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { QrCode } from './QrCode';
import { ticketQr } from './signed';

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const code = 'e3bd20f1aaaaaaaaaaaaaaaaaaaaaaaa';
/** A statement's longest possible number. */
const statement = '9'.repeat(188);

/** Returns the QR code's version from its modules per side. Each version adds four. */
function versionOf(value: string | string[]): number {
  const { container } = renderApp(<QrCode value={value} />);
  const [, , side = ''] = container.querySelector('svg')?.getAttribute('viewBox')?.split(' ') ?? [];
  return (Number(side) - 17) / 4;
}

it('keeps a signed ticket within version 10 on a host of 40 characters', () => {
  const origin = `https://${'a'.repeat(40)}`;
  expect(versionOf(ticketQr({ id, statement: null }, code, origin))).toBe(8);
  expect(versionOf(ticketQr({ id, statement }, code, origin))).toBe(10);
  expect(versionOf(ticketQr({ id, statement }, code, `${origin}a`))).toBe(11);
  // As a single text the code would be larger, because only digits are stored compactly.
  expect(versionOf([ticketQr({ id, statement }, code, origin)].flat().join(''))).toBeGreaterThan(11);
});

it('is the address without a statement', () => {
  expect(ticketQr({ id, statement: null }, code, 'https://t.test')).toBe(`https://t.test/check-in/${id}?code=${code}`);
  expect(ticketQr({ id, statement: '12' }, code, 'https://t.test')).toEqual([
    `https://t.test/check-in/${id}?code=${code}#`,
    '12',
  ]);
});
