// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { freeSlug, slugOf, territorySchema } from './schema';

describe('the id of a new territory', () => {
  it('is its name in lower case with hyphens, like an address', () => {
    expect(slugOf('Río Dulce')).toBe('rio-dulce');
    expect(slugOf('  Semuc  Champey & Lanquín! ')).toBe('semuc-champey-lanquin');
    expect(slugOf(`${'A'.repeat(79)} b`)).toBe('a'.repeat(79));
    expect(slugOf('青い')).toBe('');
  });

  it('gets a number if an archived territory has it, and is left to the database if an active one has', () => {
    const archived = { id: 'peten', archived_at: '2026-01-01' };
    expect(freeSlug('Petén', [archived])).toBe('peten-2');
    expect(freeSlug('Petén', [archived, { ...archived, id: 'peten-2' }])).toBe('peten-3');
    expect(freeSlug('Petén', [{ id: 'peten', archived_at: null }])).toBe('peten');
  });

  it('is a number if its name has no Latin letter', () => {
    for (const name of ['بيتين', '🌋', '青い', '!!!']) expect(freeSlug(name, [])).toBe('region');
    const held = [
      { id: 'region', archived_at: null },
      { id: 'region-2', archived_at: '2026-01-01' },
    ];
    expect(freeSlug('بيتين', held)).toBe('region-3');
    const values = { description: 'd', country: 'GT', visible: true, image_urls: ['/a'], video_urls: [] };
    for (const name of ['بيتين', 'Petén 🌋', '👨‍👩‍👧'])
      expect(territorySchema.safeParse({ ...values, name }).success, name).toBe(true);
    for (const name of ['\u200b', 'a\u202eb', 'evil.example.com'])
      expect(territorySchema.safeParse({ ...values, name }).success, name).toBe(false);
  });

  it('is no longer than an address can be, including its number, and none is left after ninety-nine', () => {
    const archived = (id: string) => ({ id, archived_at: '2026-01-01' });
    const long = 'a'.repeat(80);
    expect(freeSlug(long, [archived(long)])).toBe(`${'a'.repeat(76)}-2`);
    const numbered = Array.from({ length: 98 }, (_, n) => archived(`peten-${n + 2}`));
    expect(freeSlug('Petén', [archived('peten'), ...numbered.slice(0, 97)])).toBe('peten-99');
    expect(freeSlug('Petén', [archived('peten'), ...numbered])).toBeNull();
  });
});

it('requires a name, a description and a picture', () => {
  const values = { name: ' ', description: '', country: 'GT', visible: true, image_urls: [], video_urls: [] };
  const result = territorySchema.safeParse(values);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    'Territory name is required',
    'Description is required',
    'At least one image is required',
  ]);
});
