// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { searchTerritories } from './search.ts';

const all = [
  { id: 'rio', name: 'Río Dulce', summary: null, description: 'A jungle river with a hot waterfall.' },
  { id: 'peten', name: 'Petén', summary: 'Tikal at dawn', description: 'Flores by night.' },
];
const names = (text: string, found?: string[]) => searchTerritories(all, text, found).map((t) => t.name);

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

  it('shows what the database has found, in its order, and nothing unknown to the page', () => {
    expect(names('cascadas', ['peten', 'gone', 'rio'])).toEqual(['Petén', 'Río Dulce']);
    expect(names('cascadas', [])).toEqual([]);
    expect(names('', ['peten'])).toEqual(['Río Dulce', 'Petén']);
  });
});
