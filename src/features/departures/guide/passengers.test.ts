// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { byName, findByNameOrHotel } from './passengers';

describe('guests', () => {
  const guest = (id: string, full_name: string | null, hotel_name: string | null = null, walk_up = false) => ({
    id,
    tourist: full_name === null ? null : { full_name },
    guest_name: null,
    walk_up,
    hotel_name,
  });
  const guests = [guest('2', 'Lucía Ferrer', 'Hacienda Tijax'), guest('1', 'Anna Keller'), guest('3', null)];

  it('stand by name', () => expect(byName(guests).map(({ id }) => id)).toEqual(['1', '2', '3']));

  it('are found by name or hotel, without accents', () => {
    expect(findByNameOrHotel(guests, 'lucia').map(({ id }) => id)).toEqual(['2']);
    expect(findByNameOrHotel(guests, ' TIJ').map(({ id }) => id)).toEqual(['2']);
    expect(findByNameOrHotel(guests, '')).toHaveLength(3);
    expect(findByNameOrHotel(guests, 'nobody')).toEqual([]);
  });

  it('lists and finds a guest of the dock without a name by the label that the list shows', () => {
    const all = [guest('9', 'Zoe'), guest('8', null, null, true), guest('7', 'Ana')];
    expect(byName(all).map(({ id }) => id)).toEqual(['7', '8', '9']);
    expect(findByNameOrHotel(all, 'walk').map(({ id }) => id)).toEqual(['8']);
  });
});
