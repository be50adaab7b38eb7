import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/ui/form/NumberInput';
import { valuesOf as transportValues } from '../transport/queries';
import { checkTransport } from '../transport/schema';
import { valuesOf } from './queries';
import { checkExperience, type ExperienceValues, experienceSchema } from './schema';
import { newSlot, type Slot, slotProblem } from './slots';

const FIELDS = 'Please fill in all required fields with valid values. At least one image is required.';
const slot = (change: Partial<Slot> = {}): Slot => ({ ...newSlot(6), start: '08:00', end: '11:00', ...change });

/** Each step mends what the sentence before it was about. */
function walk<T>(start: T, steps: [Partial<T>, string | undefined][], check: (values: T) => string | undefined) {
  let values = start;
  for (const [change, text] of steps) {
    values = { ...values, ...change };
    expect(check(values)).toBe(text);
  }
}

describe('an experience', () => {
  it('says what is wrong in the order of the form', () => {
    const check = (values: ExperienceValues) => checkExperience(values)?.text;
    expect(checkExperience(valuesOf(null))?.fields).toMatchObject({
      title: 'Required',
      description: 'Required',
      shared_price: 'A price above 0, such as 185.50',
      duration: 'Hours above 0, such as 2.5',
      guides: 'Choose at least one guide',
      image_urls: 'At least one image is required',
    });
    walk<ExperienceValues>(
      valuesOf(null),
      [
        [{ title: 'River', description: 'Long', shared_price: 0, duration: 0.5, guides: ['a'] }, FIELDS],
        [{ shared_price: 185, max_spots: 8, min_spots: 9, available_spots: 9 }, FIELDS],
        [{ min_spots: 1, booking_type: 'both' }, FIELDS],
      ],
      check,
    );
    const filled = {
      ...valuesOf(null),
      title: 'River',
      description: 'Long',
      image_urls: ['a'],
      shared_price: 185,
      duration: 0.5,
      guides: ['a'],
      max_spots: 8,
      available_spots: 9,
      booking_type: 'both',
    };
    walk<ExperienceValues>(
      filled,
      [
        [{}, 'Please set a valid private booking price'],
        [{ private_price: 900 }, 'Please set a valid maximum number of guests for private bookings'],
        [{ max_private_guests: 4 }, 'Please set a valid minimum number of guests for private bookings'],
        [{ min_private_guests: 5 }, 'Minimum private guests cannot be greater than maximum private guests'],
        [{ min_private_guests: 2 }, 'Available spots cannot exceed maximum spots'],
        [{ available_spots: 0, meeting_point_link: 'javascript:x' }, 'Please enter a link that starts with https://'],
        [
          { meeting_point_link: 'https://maps.test', slots: [slot({ end: '' })] },
          'Please set a start and an end time for each time slot',
        ],
        [{ slots: [slot()] }, undefined],
      ],
      check,
    );
  });

  it('that is private needs no price for one person, one that is shared none for a group', () => {
    const values = {
      ...valuesOf(null),
      title: 'a',
      description: 'b',
      duration: 1,
      guides: ['a'],
      image_urls: ['a'],
      max_spots: 2,
      available_spots: 2,
    };
    expect(checkExperience({ ...values, booking_type: 'shared', shared_price: 1 })).toBeNull();
    const group = { private_price: 9, min_private_guests: 1, max_private_guests: 2 };
    expect(checkExperience({ ...values, ...group, booking_type: 'private' })).toBeNull();
  });

  it('does not take numbers for what is none', () => {
    const values = {
      ...valuesOf(null),
      title: 'a',
      description: 'b',
      duration: 1,
      guides: ['a'],
      image_urls: ['a'],
      max_spots: 2,
      available_spots: 2,
    };
    for (const price of ['', ' ', 'x', '-1', '1e99', 'Infinity'])
      expect(checkExperience({ ...values, shared_price: parseNumber(price) })?.text).toBe(FIELDS);
    expect(checkExperience({ ...values, shared_price: 1, max_spots: 2.5 })?.text).toBe(FIELDS);
  });
});

describe('time slots', () => {
  it('meet on no day at the same hour', () => {
    const monday = slot({ days: ['monday'] });
    const second = slot();
    expect(slotProblem([monday, slot({ days: ['tuesday'] }), slot({ start: '09:00' })])).toBeNull();
    expect(slotProblem([monday, slot({ days: ['tuesday'] }), second])).toEqual({
      id: second.id,
      field: 'start',
      text: 'Two time slots start at the same time on the same day',
    });
  });

  it.each([
    [{ days: [] }, 'days', 'Please choose at least one day for each time slot'],
    [{ spots: 0 }, 'spots', 'Please set a valid number of spots for each time slot'],
    [{ start: '' }, 'start', 'Please set a start and an end time for each time slot'],
    [{ end: '15:00' }, 'end', 'Please set a start and an end time for each time slot'],
  ])('with %j say what is wrong, and where', (change: Partial<Slot>, field, text) => {
    const wrong = slot({ start: '15:00', end: '17:00', ...change });
    expect(slotProblem([slot(), wrong])).toEqual({ id: wrong.id, field, text });
  });

  it('that a draft has mangled are told from those that are only not finished', () => {
    const { shape } = experienceSchema(2);
    for (const value of [undefined, null, [1, {}], [{ id: 'a', start: '', end: '', days: ['someday'], spots: 1 }]])
      expect(shape.slots.safeParse(value).success).toBe(false);
    expect(shape.slots.safeParse([slot({ start: '', spots: null })]).success).toBe(true);
  });
});

describe('numbers', () => {
  const experience = (change: Partial<ExperienceValues>, digits?: number) =>
    checkExperience({ ...valuesOf(null), booking_type: 'both', ...change }, digits)?.fields ?? {};

  it('a price has no more digits than the currency: the rest would be rounded away', () => {
    expect(experience({ shared_price: 185.55 })).not.toHaveProperty('shared_price');
    expect(experience({ shared_price: 1.1 })).not.toHaveProperty('shared_price');
    expect(experience({ shared_price: 185.555 })).toHaveProperty('shared_price');
    expect(experience({ shared_price: 0.004 })).toHaveProperty('shared_price');
    expect(experience({ shared_price: 1200.5 }, 0)).toHaveProperty('shared_price', 'A whole price above 0');
    expect(experience({ shared_price: 1200 }, 0)).not.toHaveProperty('shared_price');
  });

  it('hours are kept to a tenth', () => {
    expect(experience({ duration: 2.5 })).not.toHaveProperty('duration');
    expect(experience({ duration: 2.55 })).toHaveProperty('duration');
    expect(experience({ duration: 10000 })).toHaveProperty('duration');
  });
});

describe('a transport service', () => {
  const start = transportValues(null, []);

  it('starts with the defaults', () => {
    expect(start).toMatchObject({
      booking_type: 'shared',
      max_spots: 10,
      min_spots: 1,
      available_spots: 10,
      min_private_guests: 1,
      max_private_guests: 1,
    });
  });

  it('says what is wrong in the order of the form', () => {
    walk<typeof start>(
      start,
      [
        [{}, 'Please fill in all required fields'],
        [{ title: 'a', description: 'b', transport_type_id: 'boat' }, 'Please fill in all required fields'],
        [{ pickup_location_id: 'pu_1', booking_type: 'both' }, 'Please set a valid shared price'],
        [{ shared_price: 50, max_spots: 0 }, 'Please set a valid maximum number of spots'],
        [{ max_spots: 10, min_spots: null }, 'Please set a valid minimum number of spots'],
        [{ min_spots: 11 }, 'Minimum spots cannot be greater than maximum spots'],
        [{ min_spots: 1 }, 'Please set a valid private price'],
        [
          { private_price: 400, max_private_guests: null },
          'Please set a valid maximum number of guests for private bookings',
        ],
        [
          { max_private_guests: 4, min_private_guests: null },
          'Please set a valid minimum number of guests for private bookings',
        ],
        [{ min_private_guests: 5 }, 'Minimum private guests cannot be greater than maximum private guests'],
        [{ min_private_guests: 1, available_spots: 11 }, 'Available spots cannot exceed maximum spots'],
        [{ available_spots: 10 }, 'Please set a departure time for the shuttle service'],
        [{ departure_time: '07:00' }, 'Please set a valid journey duration'],
        [{ duration_hours: 1.5 }, undefined],
        [{ transport_type_id: 'car', departure_time: '', duration_hours: null }, undefined],
      ],
      (values) => checkTransport(values)?.text,
    );
  });
});
