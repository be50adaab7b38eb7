import { expect, it } from 'vitest';
import { requiredName } from './text-rules';

const schema = requiredName(() => 'missing', 120);
const problem = (name: string) => schema.safeParse(name).error?.issues[0]?.message;

it.each([
  'Ana López',
  'J.R. Pérez',
  'Mr.John',
  'Café & Co.',
  'Hotel Luna, No. 5',
  "O'Brien-Núñez",
  '李小龍',
  'نورا',
  'St. Comas',
])('%j is a name', (name) => expect(problem(name)).toBeUndefined());

it.each([
  'Ana\u202eanA',
  'Ana\u2066',
  'A\u200bna',
  'Ana\u0007',
  'https://evil.test',
  'www.evil.test',
  'Win at evil.com',
  'EVIL.COM/x',
  'a.gt',
])('%j is none', (name) =>
  expect(problem(name)).toBe('Please use a name without web addresses and invisible characters'),
);
