// @vitest-environment node
import { expect, it } from 'vitest';
import { meetingPlace } from './meeting-place.ts';

const point = (meeting_point: string | null, meeting_point_link: string | null = null) => ({
  meeting_point,
  meeting_point_link,
});
const region = point('The main dock', 'https://maps.test/dock');

it.each([
  ['nothing of its own', point(null), { place: 'The main dock', mapLink: 'https://maps.test/dock' }],
  ['blanks', point(' '), { place: 'The main dock', mapLink: 'https://maps.test/dock' }],
  ['a text alone, which never gets the territory’s link', point('The bridge'), { place: 'The bridge', mapLink: null }],
  [
    'a link alone, which never gets the territory’s text',
    point(null, 'https://m.test'),
    { place: null, mapLink: 'https://m.test' },
  ],
  ['both', point('The bridge', 'https://m.test'), { place: 'The bridge', mapLink: 'https://m.test' }],
])('is for an experience with %s', (_, experience, place) => expect(meetingPlace(experience, region)).toEqual(place));

it('reports only the language of the text that it shows', () => {
  const spanish = { untranslated: { meeting_point: 'es' } };
  expect(meetingPlace({ ...point('El puente'), ...spanish }, region).lang).toBe('es');
  expect(meetingPlace(point(null), { ...region, ...spanish }).lang).toBe('es');
  expect(meetingPlace(point('The bridge'), { ...region, ...spanish }).lang).toBeUndefined();
});

it("is missing if neither has one, or the territory can't be loaded", () => {
  for (const territory of [point(null), null])
    expect(meetingPlace(point(null), territory)).toEqual({ place: null, mapLink: null });
});
