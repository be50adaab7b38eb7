// @vitest-environment node
import { afterEach, expect, it } from 'vitest';
import { activateLanguage } from '@/lib/i18n/i18n';
import { LANGUAGES, SOURCE } from '@/lib/i18n/languages';
import { writePush } from '../../../../../supabase/functions/_shared/push/write-push.ts';
import { sayNotification } from '.';

const trip = { title: 'Castle', titles: { es: 'Castillo' }, date: '2026-11-28', people: 2 };
const CASES: [string, object][] = [
  ['departure_cancelled', trip],
  ['departure_cancelled', { ...trip, ended: true }],
  ['departure_confirmed', trip],
  ['departure_late', { ...trip, time: '08:00:00', minutes: 15, expected: '08:15:00', leaving: false }],
  ['departure_late', { ...trip, time: '08:00:00', minutes: 0, expected: null, leaving: false }],
  ['departure_late', { ...trip, time: '08:00:00', minutes: 0, expected: null, leaving: true }],
  ['pickup_changed', { ...trip, before: '2026-11-28T07:20:00', pickup_at: '2026-11-28T07:40:00' }],
  ['pickup_changed', { ...trip, before: null, pickup_at: '2026-11-27T23:50:00' }],
  ['pickup_changed', { ...trip, before: '2026-11-28T07:20:00', pickup_at: null }],
  ['departure_stopped', trip],
  ['departure_touched', { ...trip, state: 'closed', departures: 1 }],
  ['departure_touched', { ...trip, state: 'delayed', departures: 3 }],
  ['booking_moved', trip],
  ['go_no_go', { ...trip, sold: 4, min_to_run: 6, until: '18:00' }],
  ['go_no_go', { ...trip, sold: 4, min_to_run: 6, until: '18:00', condition: 'closed' }],
  ['go_no_go', { ...trip, sold: 4, min_to_run: 6, until: '18:00', until_date: '2026-11-29' }],
  ['seats_free', trip],
  ['seats_free', { ...trip, people: 1 }],
  ['new_booking', trip],
  ['new_booking', { ...trip, people: 1 }],
  ['message', { excerpt: 'Hello', name: 'Elmer', title: 'Castle', titles: { es: 'Castillo' } }],
  ['message', { excerpt: 'Hello', name: null }],
];

afterEach(() => activateLanguage(SOURCE));

it.each(LANGUAGES)('a push has the same text as the notification: $name', async (language) => {
  await activateLanguage(language);
  for (const [wording, params] of CASES) {
    const data = { wording, params, type: wording, roles: [], language: language.code, notification_id: 'n1' };
    const { title, body } = writePush(data);
    const said = sayNotification({ wording, params });
    expect({ title, message: body }, wording).toEqual({
      title: said.title,
      message: said.message.replace(/[\u00a0\u202f]/g, ' '),
    });
  }
});
