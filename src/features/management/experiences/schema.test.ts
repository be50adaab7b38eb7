import { checkSteps } from '@tests/support/check-steps';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/ui/form/NumberInput';
import { checkExperience, type ExperienceValues, experienceSchema, NEW_EXPERIENCE } from './schema';
import { newSlot, type Slot, slotProblem } from './slots';

const FIELDS = 'Please fill in all required fields with valid values. At least one image is required.';
const slot = (change: Partial<Slot> = {}): Slot => ({ ...newSlot(6), start: '08:00', end: '11:00', ...change });

/** What an experience needs, but how it is sold. */
const unpriced = {
  ...NEW_EXPERIENCE,
  title: 'a',
  description: 'b',
  duration: 1,
  guides: ['a'],
  image_urls: ['a'],
  max_spots: 2,
  available_spots: 2,
};

describe('an experience', () => {
  it('says what is wrong in the order of the form', () => {
    const check = (values: ExperienceValues) => checkExperience(values)?.text;
    expect(checkExperience(NEW_EXPERIENCE)?.fields).toMatchObject({
      title: 'Required',
      description: 'Required',
      shared_price: 'A price above 0, such as 185.50',
      duration: 'Hours above 0, such as 2.5',
      guides: 'Choose at least one guide',
      image_urls: 'At least one image is required',
    });
    checkSteps<ExperienceValues>(
      NEW_EXPERIENCE,
      [
        [{ title: 'River', description: 'Long', shared_price: 0, duration: 0.5, guides: ['a'] }, FIELDS],
        [{ shared_price: 185, max_spots: 8, min_spots: 9, available_spots: 9 }, FIELDS],
        [{ min_spots: 1, booking_type: 'both' }, FIELDS],
      ],
      check,
    );
    const filled = {
      ...NEW_EXPERIENCE,
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
    checkSteps<ExperienceValues>(
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

  it('that visitors do not see may wait for its guide', () => {
    const draft = { ...unpriced, booking_type: 'shared', shared_price: 1, guides: [] };
    expect(checkExperience(draft, 2, true)).toBeNull();
    expect(checkExperience(draft)).toMatchObject({ text: FIELDS, fields: { guides: 'Choose at least one guide' } });
    expect(checkExperience({ ...draft, title: ' ' }, 2, true)).toMatchObject({ text: FIELDS });
  });

  it('that is private needs no price for one person, one that is shared none for a group', () => {
    expect(checkExperience({ ...unpriced, booking_type: 'shared', shared_price: 1 })).toBeNull();
    const group = { private_price: 9, min_private_guests: 1, max_private_guests: 2 };
    expect(checkExperience({ ...unpriced, ...group, booking_type: 'private' })).toBeNull();
  });

  const sold: ExperienceValues = { ...unpriced, booking_type: 'shared', shared_price: 185 };
  const MEETING = 'https://maps.test/dock';

  it.each<[Partial<ExperienceValues>, Record<string, string>]>([
    [
      { title: ' ', description: '\n' },
      { title: 'Required', description: 'Required' },
    ],
    [{ max_spots: 0 }, { max_spots: 'A whole number from 1 to 1000' }],
    [{ min_spots: null }, { min_spots: 'A whole number of at least 1' }],
    [{ min_spots: 3 }, { min_spots: 'Not more than the maximum' }],
    [{ available_spots: -1 }, { available_spots: 'A whole number of at least 0' }],
    [{ meeting_point_link: 'dock' }, { meeting_point_link: 'Please enter a link that starts with https://' }],
    [
      { meeting_point_link: 'http://maps.test' },
      { meeting_point_link: 'Please enter a link that starts with https://' },
    ],
    [
      { meeting_point_link: 'javascript:"https://"' },
      { meeting_point_link: 'Please enter a link that starts with https://' },
    ],
    [{ slots: [slot({ days: [] })] }, { slots: 'Please choose at least one day for each time slot' }],
  ])('with %j says so at its field', (change, fields) => {
    expect(checkExperience({ ...sold, ...change })?.fields).toEqual(fields);
  });

  it('may need as many guests as it has room for, and meet at a pasted link', () => {
    expect(checkExperience({ ...sold, min_spots: 2, max_spots: 2 })).toBeNull();
    expect(checkExperience({ ...sold, meeting_point_link: ` ${MEETING}\n` })).toBeNull();
    expect(checkExperience({ ...sold, meeting_point_link: MEETING.toUpperCase() })).toBeNull();
  });

  it('is not sent before all of that is right', () => {
    expect(experienceSchema(2).safeParse(sold).success).toBe(true);
    expect(experienceSchema(2).safeParse({ ...sold, title: '' }).success).toBe(false);
  });

  it('does not take numbers for what is none', () => {
    for (const price of ['', ' ', 'x', '-1', '1e99', 'Infinity'])
      expect(checkExperience({ ...unpriced, shared_price: parseNumber(price) })?.text).toBe(FIELDS);
    expect(checkExperience({ ...unpriced, shared_price: 1, max_spots: 2.5 })?.text).toBe(FIELDS);
  });
});

describe('time slots', () => {
  it('meet on no day at the same hour', () => {
    const monday = slot({ days: ['monday'] });
    const second = slot();
    expect(slotProblem([monday, slot({ days: ['tuesday'] }), slot({ start: '09:00' })], 6)).toBeNull();
    expect(slotProblem([monday, slot({ days: ['tuesday'] }), second], null)).toEqual({
      id: second.id,
      field: 'start',
      text: 'Two time slots start at the same time on the same day',
    });
  });

  it.each([
    [{ days: [] }, 'days', 'Please choose at least one day for each time slot'],
    [{ spots: 0 }, 'spots', 'Please set a valid number of spots for each time slot'],
    [{ start: '' }, 'start', 'Please set a start and an end time for each time slot'],
    [{ end: '' }, 'end', 'Please set a start and an end time for each time slot'],
    [{ end: '15:00' }, 'end', 'A time slot ends after it starts, on the same day'],
    [{ end: '04:00' }, 'end', 'A time slot ends after it starts, on the same day'],
    [{ spots: 50 }, 'spots', 'A time slot has at most 8 spots, as its experience'],
  ])('with %j say what is wrong, and where', (change: Partial<Slot>, field, text) => {
    const wrong = slot({ start: '15:00', end: '17:00', ...change });
    expect(slotProblem([slot(), wrong], 8)).toEqual({ id: wrong.id, field, text });
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
    checkExperience({ ...NEW_EXPERIENCE, booking_type: 'both', ...change }, digits)?.fields ?? {};

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
