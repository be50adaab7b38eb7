// @vitest-environment node
import { checkSteps } from '@tests/support/check-steps';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '@/lib/format/parse-number';
import { fieldsOf } from '../catalogue/problems';
import { endOf, endsNextDay, lasting, newSlot, type Slot, slotProblems, startingAt } from '../catalogue/slots/slots';
import { checkExperience, type ExperienceValues, experienceSchema, NEW_EXPERIENCE } from './schema';

const FIELDS = 'Please fill in all required fields with valid values. At least one image is required.';
/** The same text after pictures were uploaded. */
const PICTURED = 'Please fill in all required fields with valid values.';
/** Returns the text of the first problem. */
const textOf = (...values: Parameters<typeof checkExperience>) => checkExperience(...values)[0]?.text;
const notesOf = (...values: Parameters<typeof checkExperience>) => fieldsOf(checkExperience(...values));
const slot = (change: Partial<Slot> = {}): Slot => ({ ...newSlot(6), start: '08:00', end: '11:00', ...change });

/** The required fields of an experience, except prices. */
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
  it('shows errors in the order of the form', () => {
    const check = (values: ExperienceValues) => textOf(values);
    expect(notesOf(NEW_EXPERIENCE)).toMatchObject({
      title: 'This field is required',
      description: 'This field is required',
      shared_price: 'This field is required',
      duration: 'This field is required',
      guides: 'Please choose at least one guide',
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

  it('shows all errors at once, and only one for an empty field', () => {
    const wrong: ExperienceValues = {
      ...unpriced,
      title: '',
      booking_type: 'both',
      shared_price: 185,
      min_private_guests: 3,
      max_private_guests: 2,
      max_spots: null,
      available_spots: 9,
      meeting_point_link: 'dock',
      slots: [slot({ start: '' }), slot({ days: [], spots: 0 })],
    };
    expect(notesOf(wrong)).toEqual({
      title: 'This field is required',
      max_spots: 'This field is required',
      private_price: 'Please set a valid private booking price',
      min_private_guests: 'Minimum private guests cannot be greater than maximum private guests',
      meeting_point_link: 'Please enter a link that starts with https://',
      'slots.0.start': 'Please set a start and an end time for each time slot',
      'slots.1.days': 'Please choose at least one day for each time slot',
      'slots.1.spots': 'Please set a valid number of spots for each time slot',
    });
    // The issues are in the form's order. Fields that the sentence doesn't name have their own text in the summary.
    const issues = experienceSchema(2).safeParse(wrong).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path.join('.'), message]).slice(0, 5)).toEqual([
      ['form', PICTURED],
      ['title', 'This field is required'],
      ['summary.title', 'Title: This field is required'],
      ['private_price', 'Please set a valid private booking price'],
      ['max_spots', 'This field is required'],
    ]);
    expect(issues.at(-1)).toMatchObject({ path: ['meeting_point_link'] });
    expect(issues.map(({ message }) => message)).toContain(
      'Time slot 2: Please set a valid number of spots for each time slot',
    );
  });

  it("can wait for its guide while visitors don't see it", () => {
    const draft = { ...unpriced, booking_type: 'shared', shared_price: 1, guides: [] };
    expect(checkExperience(draft, 2, true)).toEqual([]);
    expect(textOf(draft)).toBe(PICTURED);
    expect(notesOf(draft)).toEqual({ guides: 'Please choose at least one guide' });
    expect(textOf({ ...draft, title: ' ' }, 2, true)).toBe(PICTURED);
  });

  it.each(['title', 'description', 'meeting_point', 'what_to_bring'])(
    'is refused with direction-changing characters: %s',
    (field) => {
      const draft = { ...unpriced, booking_type: 'shared', shared_price: 1 };
      expect(notesOf({ ...draft, [field]: 'River\u202eyb' })).toEqual({
        [field]: 'Please remove the invisible characters',
      });
    },
  );

  it('needs no price for one person if private, and none for a group if shared', () => {
    expect(checkExperience({ ...unpriced, booking_type: 'shared', shared_price: 1 })).toEqual([]);
    const group = { private_price: 9, min_private_guests: 1, max_private_guests: 2 };
    expect(checkExperience({ ...unpriced, ...group, booking_type: 'private' })).toEqual([]);
  });

  const sold: ExperienceValues = { ...unpriced, booking_type: 'shared', shared_price: 185 };
  const MEETING = 'https://maps.test/dock';

  it.each<[Partial<ExperienceValues>, Record<string, string>]>([
    [
      { title: ' ', description: '\n' },
      { title: 'This field is required', description: 'This field is required' },
    ],
    [{ max_spots: 0 }, { max_spots: 'Please enter a whole number from 1 to 1000' }],
    [{ min_spots: null }, { min_spots: 'This field is required' }],
    [{ min_spots: 3 }, { min_spots: "This can't be more than the maximum" }],
    [{ available_spots: -1 }, { available_spots: 'Please enter a whole number, 0 or more' }],
    [{ available_spots: null }, { available_spots: 'This field is required' }],
    [{ max_spots: null, available_spots: null }, { max_spots: 'This field is required' }],
    [
      { max_spots: null, available_spots: -1 },
      { max_spots: 'This field is required', available_spots: 'Please enter a whole number, 0 or more' },
    ],
    [{ meeting_point_link: 'dock' }, { meeting_point_link: 'Please enter a link that starts with https://' }],
    [
      { meeting_point_link: 'http://maps.test' },
      { meeting_point_link: 'Please enter a link that starts with https://' },
    ],
    [
      { meeting_point_link: 'http://maps.test/https://dock' },
      { meeting_point_link: 'Please enter a link that starts with https://' },
    ],
    [
      { meeting_point_link: 'javascript:"https://"' },
      { meeting_point_link: 'Please enter a link that starts with https://' },
    ],
    [
      { slots: [slot({ days: [], spots: 2 })] },
      { 'slots.0.days': 'Please choose at least one day for each time slot' },
    ],
  ])('shows an error for %j at its field', (change, fields) => {
    expect(notesOf({ ...sold, ...change })).toEqual(fields);
  });

  it('can need as many guests as it has seats, and meet at a pasted link', () => {
    expect(checkExperience({ ...sold, min_spots: 2, max_spots: 2 })).toEqual([]);
    expect(checkExperience({ ...sold, meeting_point_link: ` ${MEETING}\n` })).toEqual([]);
    expect(checkExperience({ ...sold, meeting_point_link: MEETING.toUpperCase() })).toEqual([]);
  });

  it('is not sent before all of that is correct', () => {
    expect(experienceSchema(2).safeParse(sold).success).toBe(true);
    expect(experienceSchema(2).safeParse({ ...sold, title: '' }).success).toBe(false);
    expect(experienceSchema(2).safeParse({ ...sold, guides: [] }).success).toBe(false);
    expect(experienceSchema(2, true).safeParse({ ...sold, guides: [] }).success).toBe(true);
  });

  it('does not accept invalid values as numbers', () => {
    for (const price of ['', ' ', 'x', '-1', '1e99', 'Infinity'])
      expect(textOf({ ...unpriced, shared_price: parseNumber(price) })).toBe(PICTURED);
    expect(textOf({ ...unpriced, shared_price: 1, max_spots: 2.5 })).toBe(PICTURED);
  });
});

describe('time slots', () => {
  it("can't start on the same day at the same time", () => {
    const monday = slot({ days: ['monday'] });
    const second = slot();
    expect(slotProblems([monday, slot({ days: ['tuesday'] }), slot({ start: '09:00' })], 6)).toEqual([]);
    const text = 'Two time slots start at the same time on the same day';
    expect(slotProblems([monday, slot({ days: ['tuesday'] }), second], null)).toEqual([
      { id: second.id, field: 'start', text },
    ]);
  });

  it.each([
    [{ days: [] }, 'days', 'Please choose at least one day for each time slot'],
    [{ spots: 0 }, 'spots', 'Please set a valid number of spots for each time slot'],
    [{ start: '' }, 'start', 'Please set a start and an end time for each time slot'],
    [{ end: '' }, 'end', 'Please set a start and an end time for each time slot'],
    [{ end: '15:00' }, 'end', 'The end time must differ from the start time'],
    [{ spots: 50 }, 'spots', 'A time slot can have at most 8 spots, like its experience'],
  ])('show errors for %j, and where', (change: Partial<Slot>, field, text) => {
    const wrong = slot({ start: '15:00', end: '17:00', ...change });
    expect(slotProblems([slot(), wrong], 8)).toEqual([{ id: wrong.id, field, text }]);
  });

  it('show all errors of each', () => {
    const empty = slot({ start: '', end: '', days: [] });
    const big = slot({ spots: 50 });
    expect(slotProblems([empty, big], 8).map(({ id, field }) => [id, field])).toEqual([
      [empty.id, 'start'],
      [empty.id, 'end'],
      [empty.id, 'days'],
      [big.id, 'spots'],
    ]);
  });

  it("end after the experience's duration by default", () => {
    const fresh = newSlot(8);
    expect(fresh).toMatchObject({ end: '', spots: 8 });
    const seven = startingAt(fresh, '07:00', 2.5);
    expect(seven).toMatchObject({ start: '07:00', end: '09:30' });
    expect(startingAt(seven, '08:15', 2.5).end).toBe('10:45');
    const byHand = { ...seven, end: '12:00' };
    expect(startingAt(byHand, '08:00', 2.5).end).toBe('12:00');
    expect(startingAt(fresh, '07:00', null).end).toBe('');
  });

  it('can end at midnight or on the next day, and show it', () => {
    for (const [start, end] of [
      ['22:00', '00:00'],
      ['23:30', '01:30'],
    ] as const) {
      const night = slot({ start, end });
      expect(slotProblems([night], 8)).toEqual([]);
      expect(endsNextDay(night)).toBe(true);
      expect(endOf(start, 2)).toBe(end);
    }
    expect(startingAt(slot({ start: '07:00', end: '09:30' }), '22:00', 2.5).end).toBe('00:30');
    expect([slot(), slot({ start: '' }), slot({ end: '' })].map(endsNextDay)).toEqual([false, false, false]);
    expect([endOf('09:00', 24), endOf('09:00', 72)]).toEqual(['', '']);
  });

  it('follow the duration as it is typed, even with impossible numbers', () => {
    const seven = slot({ start: '07:00', end: '09:00' });
    const byHand = slot({ start: '10:00', end: '15:00' });
    const ends = (hours: number | null, before = 2) => lasting([seven, byHand], before, hours)?.map(({ end }) => end);
    expect(ends(3)).toEqual(['10:00', '15:00']);
    for (const half of [null, NaN, 0, 25]) expect(ends(half)).toBeUndefined();
    expect(lasting([slot({ end: '' })], null, 2)?.map(({ end }) => end)).toEqual(['10:00']);
    expect(lasting([newSlot(4)], null, 2)?.map(({ end }) => end)).toEqual(['']);
  });

  it('count as a broken draft if they are not only unfinished', () => {
    const { shape } = experienceSchema(2);
    for (const value of [undefined, null, [1, {}], [{ id: 'a', start: '', end: '', days: ['someday'], spots: 1 }]])
      expect(shape.slots.safeParse(value).success).toBe(false);
    expect(shape.slots.safeParse([slot({ start: '', spots: null })]).success).toBe(true);
  });
});

describe('numbers', () => {
  const experience = (change: Partial<ExperienceValues>, digits?: number) =>
    notesOf({ ...NEW_EXPERIENCE, booking_type: 'both', ...change }, digits);

  it('have no more digits than the currency, because the rest would be rounded', () => {
    expect(experience({ shared_price: 185.55 })).not.toHaveProperty('shared_price');
    expect(experience({ shared_price: 1.1 })).not.toHaveProperty('shared_price');
    for (const price of [185.555, 185.5000001, 0.004, Number.NaN]) {
      const note = 'Please enter a number with at most two decimals, such as 185.50';
      expect(experience({ shared_price: price, private_price: price })).toMatchObject({
        shared_price: note,
        private_price: note,
      });
    }
    expect(experience({ shared_price: -1 })).toHaveProperty(
      'shared_price',
      'Please enter a price above 0, such as 185.50',
    );
    expect(experience({ shared_price: 10_000_000 })).toHaveProperty('shared_price', 'Please enter at most 9,999,999');
    expect(experience({ shared_price: 1200.5 }, 0)).toHaveProperty(
      'shared_price',
      'Please enter a whole number, because this currency has no decimals',
    );
    expect(experience({ shared_price: 0 }, 0)).toHaveProperty('shared_price', 'Please enter a whole price above 0');
    expect(experience({ shared_price: 1200 }, 0)).not.toHaveProperty('shared_price');
  });

  it('keep hours to a tenth', () => {
    expect(experience({ duration: 2.5 })).not.toHaveProperty('duration');
    expect(experience({ duration: 2.55 })).toHaveProperty(
      'duration',
      'Please enter a number with at most one decimal, such as 2.5',
    );
    expect(experience({ duration: 10000 })).toHaveProperty('duration', 'Please enter at most 9,999');
  });
});
