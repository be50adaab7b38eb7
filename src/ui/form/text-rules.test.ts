// @vitest-environment node
import {
  addresses,
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
import { hasWebAddress, isPersonName, requiredLine, requiredName, textRefusal } from './text-rules';

const schema = requiredName(() => 'missing', 120);
const problem = (name: string) => schema.safeParse(name).error?.issues[0]?.message;

it.each(personNames)('%j is the name of a person', (name) => expect(isPersonName(name)).toBe(true));
it.each(notPersonNames)('%j is a message', (name) => expect(isPersonName(name)).toBe(false));
it.each(names)('%j is a name', (name) => expect(problem(name)).toBeUndefined());

it.each(notNames)('%j is none', (name) =>
  expect(problem(name)).toBe('Please use a name without web addresses or special characters'),
);

const lineProblem = (line: string) => requiredLine(() => 'missing', 160).safeParse(line).error?.issues[0]?.message;

it.each(lines)('%j is a title', (line) => expect(lineProblem(line)).toBeUndefined());

it.each(notLines)('%j is none', (line) => expect(lineProblem(line)).toBe('Please remove the invisible characters'));

it.each(texts)('%j is a text', (text) => expect(textRefusal(text)).toBeNull());

it.each(notTexts)('%j is none', (text) => expect(textRefusal(text)).toBe('Please remove the invisible characters'));

it.each(addresses)('%j has the address of a site', (text) => expect(hasWebAddress(text)).toBe(true));

it.each(names)('%j has none', (text) => expect(hasWebAddress(text)).toBe(false));
