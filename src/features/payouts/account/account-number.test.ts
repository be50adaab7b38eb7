// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvField } from '@/lib/format/csv';
import { groupedAccountNumber, isIban, plainAccountNumber } from './account-number';

describe('an account number', () => {
  it.each([
    [' 3017-004 821 ', '3017004821'],
    ['gt82 traj 0102', 'GT82TRAJ0102'],
    ['３０１７－００４', '3017004'],
    ['3017\u200b004–1', '30170041'],
  ])('typed as %j is stored as %s', (typed, plain) => {
    expect(plainAccountNumber(typed)).toBe(plain);
  });

  it.each([
    'GT82TRAJ01020000001210029690',
    'DE89370400440532013000',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('that is the IBAN %s is right', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    'GT82TRAJ01020000001210029691',
    'GT82TRAJ0102000000121002969',
    'DE98370400440532013000',
    'DE8937040044053201300O',
    'AB1234',
    'GTXXTRAJ01020000001210029690',
    '3017004821',
  ])('that is no IBAN is noticed: %s', (text) => {
    expect(isIban(text)).toBe(false);
  });

  it.each([
    ['0012345678', '0012 3456 78'],
    ['0001', '00 01'],
    ['12E4', '12 E4'],
    ['12345', '1234 5'],
    ['GT82TRAJ01020000001210029690', 'GT82 TRAJ 0102 0000 0012 1002 9690'],
    ['123456789012345678', '1234 5678 9012 3456 78'],
  ])('%s has blanks in a file, so that a spreadsheet keeps it as text', (number, grouped) => {
    expect(groupedAccountNumber(number)).toBe(grouped);
    expect(csvField(grouped)).toBe(grouped);
    expect(Number.isNaN(Number(grouped))).toBe(true);
  });
});
