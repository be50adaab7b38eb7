// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  type Filterable,
  type Filters,
  filterCodec,
  filterTransports,
  fitFilters,
  highestPrice,
} from './filters';

const make = (title: string, changes: Partial<Filterable> = {}): Filterable & { title: string } => ({
  title,
  territory_id: 'rio-dulce',
  type: { id: 'shuttle' },
  shared_price: 200,
  private_price: null,
  available_spots: 12,
  ...changes,
});

const all = [
  make('Flores', { shared_price: 200, private_price: 2100 }),
  make('Lancha', { type: { id: 'boat' }, shared_price: 150 }),
  make('Airport', { territory_id: 'antigua', type: { id: 'car' }, shared_price: null, private_price: 340.5 }),
  make('Nobody left', { available_spots: 0, shared_price: 90 }),
];
const titles = (filters: Partial<Filters>) =>
  filterTransports(all, { ...filterCodec.none, ...filters }).map((transport) => transport.title);

describe('the filtered services', () => {
  it('are all in their order without filters', () => {
    expect(titles({})).toEqual(['Flores', 'Lancha', 'Airport', 'Nobody left']);
  });
  it.each<[string, Partial<Filters>, string[]]>([
    ['one region', { territory: 'antigua' }, ['Airport']],
    ['any of the types', { types: ['boat', 'car'] }, ['Lancha', 'Airport']],
    ['a shared price in range', { min: 140, max: 160 }, ['Lancha']],
    ['a private price in range, though the shared one is not', { min: 2000, max: 2100 }, ['Flores']],
    ['two prices around the range and none in it', { min: 400, max: 2000 }, []],
    ['a range whose ends count', { min: 90, max: 150 }, ['Lancha', 'Nobody left']],
    ['a highest price, though a private one is not sold', { max: 100 }, ['Nobody left']],
    ['none of a type that is not known', { types: ['train'] }, []],
    ['available ones', { available: true }, ['Flores', 'Lancha', 'Airport']],
    ['everything together', { territory: 'rio-dulce', types: ['shuttle'], max: 300, available: true }, ['Flores']],
  ])('%s', (_, filters, expected) => {
    expect(titles(filters)).toEqual(expected);
  });
});

it('accepts a service of an unknown type if no type is selected', () => {
  const typeless = [make('Raft', { type: null })];
  expect(filterTransports(typeless, filterCodec.none)).toEqual(typeless);
  expect(filterTransports(typeless, { ...filterCodec.none, types: ['boat'] })).toEqual([]);
});

describe('the slider', () => {
  it('ends at the highest shared or private price, in whole units', () => {
    expect(highestPrice(all)).toBe(2100);
    expect(highestPrice(all.slice(2, 3))).toBe(341);
    expect(highestPrice([])).toBe(0);
  });
});

describe('the address', () => {
  const read = (query: string) => filterCodec.parse(new URLSearchParams(query));
  it('keeps all filters and other parameters', () => {
    const filters: Filters = { territory: 'antigua', types: ['boat', 'car'], min: 50, max: 400, available: true };
    const params = filterCodec.write(new URLSearchParams('ref=ABC123&type=old'), filters);
    expect(params.toString()).toBe('ref=ABC123&region=antigua&type=boat&type=car&min=50&max=400&available=1');
    expect(filterCodec.parse(params)).toEqual(filters);
    expect(filterCodec.write(params, filterCodec.none).toString()).toBe('ref=ABC123');
  });
  it('ignores nonsense', () => {
    expect(read('min=-4&max=1e9&available=yes&type=&region=%20')).toEqual(filterCodec.none);
    expect(read('min=300&max=100')).toEqual(filterCodec.none);
  });
  it('drops filters that no longer exist', () => {
    const old = read('region=atlantis&type=train&type=boat&min=9000&max=8999999');
    const territories = [{ id: 'antigua' }, { id: 'rio-dulce' }];
    const types = [{ id: 'boat' }, { id: 'shuttle' }];
    const choices = { territories, types, maxPrice: 2100 };
    expect(fitFilters(old, choices)).toEqual({ ...filterCodec.none, types: ['boat'] });
    const still = read('region=rio-dulce&type=shuttle&type=boat');
    expect(fitFilters(still, choices)).toEqual(still);
  });
  it('counts active filters', () => {
    expect(countFilters(filterCodec.none)).toBe(0);
    expect(countFilters(read('region=antigua&type=boat&type=car&min=50&max=400&available=1'))).toBe(5);
  });
});
