// @vitest-environment node
import {
  addresses,
  blanks,
  lines,
  names,
  notLines,
  notNames,
  notPersonNames,
  notTexts,
  personNames,
  texts,
} from '@tests/support/names';
import { expect, it } from 'vitest';
import { isPlainLine } from '@/lib/format/plain-line';
import { hasWebAddress, isPersonName, requiredLine, requiredName, textRefusal } from './text-rules';

const schema = requiredName(() => 'missing', 120);
const problem = (name: string) => schema.safeParse(name).error?.issues[0]?.message;

it.each(personNames)('accepts %j as the name of a person', (name) => expect(isPersonName(name)).toBe(true));
it.each(notPersonNames)('detects %j as a message', (name) => expect(isPersonName(name)).toBe(false));
it.each(names)('accepts %j as a name', (name) => expect(problem(name)).toBeUndefined());

it.each(notNames)('refuses %j as a name', (name) =>
  expect(problem(name)).toBe('Please use a name without web addresses or special characters'),
);

it.each(blanks)('takes %j for a missing name', (blank) => {
  expect(problem(blank)).toBe('missing');
  expect(isPlainLine(blank)).toBe(false);
});

const lineProblem = (line: string) => requiredLine(() => 'missing', 160).safeParse(line).error?.issues[0]?.message;

it.each(lines)('accepts %j as a title', (line) => expect(lineProblem(line)).toBeUndefined());

it.each(notLines)('refuses %j as a title', (line) =>
  expect(lineProblem(line)).toBe('Please remove the invisible characters'),
);

it.each(texts)('accepts %j as a text', (text) => expect(textRefusal(text)).toBeNull());

it.each(notTexts)('refuses %j as a text', (text) =>
  expect(textRefusal(text)).toBe('Please remove the invisible characters'),
);

it.each(addresses)('finds a website in %j', (text) => expect(hasWebAddress(text)).toBe(true));

it.each(names)('finds no website in %j', (text) => expect(hasWebAddress(text)).toBe(false));
