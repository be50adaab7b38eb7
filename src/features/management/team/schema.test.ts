// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/lib/format/parse-number';
import { accountSchema, guideSchema, partnerSchema } from './schema';

it.each([
  ['0', 0],
  ['30', 30],
  // This is above the current limit, but comes from an earlier agreement.
  ['40', 40],
  ['39.9', null],
  ['12.5', 12.5],
  [' 7,5 ', 7.5],
  ['30.1', null],
  ['-1', null],
  ['1.25', null],
  ['1e1', null],
  ['', null],
])('reads a commission of %j as %d', (text, value) => {
  const { data } = partnerSchema(30, { commission_level: 40 }).shape.commission.safeParse(parseNumber(text));
  expect(data ?? null).toBe(value);
});

const FILL_IN = 'Please fill in all required fields';
const NO_ADDRESS = 'Please enter a valid email address';
const person = { fullName: 'Ana Tzul', email: 'ana@example.test' };

it.each([
  ['a name of blanks', { fullName: '  ' }, FILL_IN],
  ['a name that is too long', { fullName: 'x'.repeat(121) }, 'Please use at most 60 characters'],
  ['no address', { email: ' ' }, FILL_IN],
  ['what is no address', { email: 'ana' }, NO_ADDRESS],
  ['an address that is too long', { email: `a@${'x'.repeat(60)}.${'y.'.repeat(100)}test` }, NO_ADDRESS],
])('creates no account with %s', (_, change, message) => {
  const { error } = accountSchema.safeParse({ ...person, ...change });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('requires a name and an address for an account, trimmed', () => {
  expect(accountSchema.parse({ ...person, email: ' ana@example.test ' })).toEqual(person);
});

it('requires neither a business nor a commission for a guide', () => {
  const guide = { ...person, businessName: '', commission: null };
  expect(guideSchema.parse(guide)).toEqual(guide);
  expect(guideSchema.safeParse({ ...guide, commission: Number.NaN }).success).toBe(true);
});

describe('a partner', () => {
  const partner = { ...person, businessName: 'Hotel Tijax', commission: 10 };
  const problems = (change: object, known?: { commission_level: number }) =>
    partnerSchema(30, known)
      .safeParse({ ...partner, ...change })
      .error?.issues.map((issue) => issue.message);

  it('requires a name, an address, a business and a commission', () => {
    expect(problems({})).toBeUndefined();
    expect(problems({ fullName: '' })).toEqual([FILL_IN]);
    expect(problems({ email: 'ana' })).toEqual([NO_ADDRESS]);
    expect(problems({ businessName: ' ' })).toEqual([FILL_IN]);
    expect(problems({ businessName: 'x'.repeat(161) })).toEqual(['Please use at most 160 characters']);
    expect(problems({ commission: null })).toEqual([FILL_IN]);
  });

  it('is told the allowed range', () => {
    const text = 'Please enter a commission from 0 to 30, with one decimal at most';
    expect(problems({ commission: 40 })).toEqual([text]);
    expect(problems({ commission: Number.NaN })).toEqual([text]);
  });

  it('finds no error in existing values of a person', () => {
    expect(problems({ fullName: '', email: 'ana' }, { commission_level: 10 })).toBeUndefined();
  });
});
