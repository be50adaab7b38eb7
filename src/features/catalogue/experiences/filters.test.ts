// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  DEFAULT_MAX_PRICE,
  type Filterable,
  type Filters,
  facetsOf,
  filterCodec,
  filterExperiences,
  fitFilters,
  isFiltered,
} from './filters.ts';

const make = (title: string, changes: Partial<Filterable> = {}): Filterable & { title: string } => ({
  title,
  description: '',
  duration: 3,
  shared_price: 200,
  private_price: null,
  tags: [],
  ...changes,
});
const tagged = (...names: string[]) => names.map((name) => ({ key: name, name, names: [name] }));

const all = [
  make('Río canyon', { shared_price: 185.5, tags: tagged('Boat', 'Nature') }),
  make('Waterfall', { description: 'Hot water in the CAÑÓN', shared_price: 385, tags: tagged('Nature', 'Swimming') }),
  make('Castle', { shared_price: null, private_price: 950, tags: tagged('Boat') }),
  make('Not yet planned', { duration: 0, shared_price: 100 }),
];
const titles = (filters: Partial<Filters>) =>
  filterExperiences(all, { ...filterCodec.none, ...filters }).map((experience) => experience.title);

describe('filterExperiences', () => {
  it('keeps everything in its order without filters', () => {
    expect(titles({})).toEqual(['Río canyon', 'Waterfall', 'Castle', 'Not yet planned']);
  });

  it.each<[string, Partial<Filters>, string[]]>([
    ['text in a title, without accents', { q: ' RIO ' }, ['Río canyon']],
    ['text in a description', { q: 'canon' }, ['Waterfall']],
    ['one tag', { tags: ['Nature'] }, ['Río canyon', 'Waterfall']],
    ['tags that must all match', { tags: ['Nature', 'Boat'] }, ['Río canyon']],
    ['a tag that nothing has', { tags: ['Nature', 'Snow'] }, []],
    ['a highest price, which is included', { max: 385 }, ['Río canyon', 'Waterfall', 'Not yet planned']],
    ['a lowest price', { min: 186 }, ['Waterfall', 'Castle']],
    ['a price between', { min: 150, max: 200 }, ['Río canyon']],
    ['available: a duration over 0', { available: true }, ['Río canyon', 'Waterfall', 'Castle']],
    ['everything together', { q: 'water', tags: ['Swimming'], min: 300, max: 400, available: true }, ['Waterfall']],
  ])('%s', (_, filters, expected) => {
    expect(titles(filters)).toEqual(expected);
  });
});

describe('facetsOf', () => {
  it('ends at the highest shared price, in whole units, whatever private ones cost', () => {
    expect(facetsOf(all).maxPrice).toBe(385);
    expect(facetsOf(all.slice(0, 1)).maxPrice).toBe(186);
  });
  it('is 0 to 1000 before anything is known, and without a shared price', () => {
    expect(facetsOf(undefined).maxPrice).toBe(DEFAULT_MAX_PRICE);
    expect(facetsOf(all.slice(2, 3)).maxPrice).toBe(DEFAULT_MAX_PRICE);
  });
  it('lists each tag once, by name', () => {
    expect(facetsOf(all).tags.map(({ name }) => name)).toEqual(['Boat', 'Nature', 'Swimming']);
    const mixed = [...tagged('Selva').map((tag) => ({ ...tag, untranslated: { name: 'es' } })), ...tagged('Boat')];
    expect(facetsOf([make('Jungle', { tags: mixed })]).tags).toMatchObject([
      { name: 'Boat', lang: undefined },
      { name: 'Selva', lang: 'es' },
    ]);
  });
});

describe('the address', () => {
  it.each<Filters>([
    { q: 'hot water & more', tags: ['Food, drink', 'Boat'], min: 10, max: 300, available: true },
    { q: '', tags: [], min: 0, max: 0, available: false },
    { q: '#?=%', tags: ['Ñ'], min: 5, max: null, available: false },
  ])('returns what was written into it: %j', (filters) => {
    const written = filterCodec.write(new URLSearchParams(), filters).toString();
    expect(filterCodec.parse(new URLSearchParams(written))).toEqual(filters);
  });

  it('keeps other parameters, and no earlier filters', () => {
    const before = new URLSearchParams('ref=HOTEL1&q=old&tag=Boat&tag=Food&available=1&max=3');
    expect(filterCodec.write(before, { ...filterCodec.none, tags: ['Nature'] }).toString()).toBe(
      'ref=HOTEL1&tag=Nature',
    );
  });

  it.each([
    ['min=-5&max=abc', filterCodec.none],
    ['min=9e9&max=1.5', filterCodec.none],
    ['min=500&max=100', filterCodec.none],
    ['available=yes', filterCodec.none],
    ['tag=&tag=%20', filterCodec.none],
    ['tag=Boat&tag=Boat', { ...filterCodec.none, tags: ['Boat'] }],
  ])('ignores nonsense: %s', (query, expected) => {
    expect(filterCodec.parse(new URLSearchParams(query))).toEqual(expected);
  });

  it('limits what a hostile link can request', () => {
    const query = new URLSearchParams({ q: 'x'.repeat(5000) });
    for (let n = 0; n < 500; n += 1) query.append('tag', `t${n}`);
    const { q, tags } = filterCodec.parse(query);
    expect(q).toHaveLength(100);
    expect(tags).toHaveLength(20);
  });
});

describe('fitFilters', () => {
  const facets = facetsOf(all);
  it('drops tags and prices that the territory does not have', () => {
    const old = { ...filterCodec.none, tags: ['Snow', 'Boat'], min: 9000, max: 9999 };
    expect(fitFilters(old, facets)).toEqual({ ...filterCodec.none, tags: ['Boat'] });
  });
  it('finds a tag by its name in any language, its own first', () => {
    const boat = { key: 'Boat', name: 'Lancha', names: ['Boat', 'Lancha'] };
    const ferry = { key: 'Lancha', name: 'Ferri', names: ['Lancha', 'Ferri'] };
    const read = (tags: string[], own: Filterable['tags']) =>
      fitFilters({ ...filterCodec.none, tags }, facetsOf([make('Trip', { tags: own })])).tags;
    expect(read(['Lancha'], [boat])).toEqual(['Boat']);
    expect(read(['Boat', 'Lancha'], [boat])).toEqual(['Boat']);
    expect(read(['Lancha'], [boat, ferry])).toEqual(['Lancha']);
  });
  it('treats the right end of the slider as no limit', () => {
    expect(fitFilters({ ...filterCodec.none, max: 385 }, facets).max).toBeNull();
    expect(fitFilters({ ...filterCodec.none, max: 384 }, facets).max).toBe(384);
  });
});

it('counts active filters', () => {
  expect(countFilters(filterCodec.none)).toBe(0);
  expect(countFilters({ ...filterCodec.none, tags: ['a', 'b'], max: 3, min: 1, available: true })).toBe(4);
  expect(isFiltered({ ...filterCodec.none, q: '  ' })).toBe(false);
  expect(isFiltered({ ...filterCodec.none, q: 'a' })).toBe(true);
});
