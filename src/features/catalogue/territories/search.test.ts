import { describe, expect, it } from 'vitest';
import { searchTerritories } from './search.ts';

const all = [
  { name: 'Río Dulce', summary: null, description: 'A jungle river with a hot waterfall.' },
  { name: 'Petén', summary: 'Tikal at dawn', description: 'Flores by night.' },
];
const names = (text: string) => searchTerritories(all, text).map((t) => t.name);

describe('searchTerritories', () => {
  it.each([
    ['rio', ['Río Dulce']],
    ['PETÉN', ['Petén']],
    ['waterfall', ['Río Dulce']],
    ['tikal', ['Petén']],
    ['  ', ['Río Dulce', 'Petén']],
    ['atitlan', []],
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});
