import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';
import { PICTURED, saveOf, slot } from './catalogue/support.ts';
import { inDays } from './conditions/support.ts';

// A refusal names its field as the form sends it, so that the form shows it there (src/ui/form/form-problems.ts).

const fieldOf = async (...[who, statement]: Parameters<typeof fixture.refusal>) => {
  const { details } = ((await fixture.refusal(who, statement)) ?? {}) as { details?: string };
  return details && (JSON.parse(details) as { field: string }).field;
};

describe('a refusal', () => {
  fixtureForEachTest();

  const good = slot({ start_time: '06:00', end_time: '07:00' });
  it.each([
    ['an end without a start', [good, slot({ start_time: null })], 'timeslots.1.start_time'],
    ['a start without an end', [good, slot({ end_time: '25:00' })], 'timeslots.1.end_time'],
    ['an end at its start', [slot({ end_time: '08:00' })], 'timeslots.0.end_time'],
    ['no day', [good, slot({ days_of_week: [] })], 'timeslots.1.days_of_week'],
    ['no spots', [slot({ spots: 0 })], 'timeslots.0.spots'],
    ['more spots than the experience', [good, slot({ spots: 900 })], 'timeslots.1.spots'],
    ['the same start twice', [good, slot(), slot()], 'timeslots.2.start_time'],
    ['31 slots', Array.from({ length: 31 }, () => slot()), 'timeslots'],
  ])('names the field of a slot with %s', async (_, timeslots, field) => {
    expect(await fieldOf('manager', saveOf(id.experience, { ...PICTURED, timeslots }))).toBe(field);
  });

  it('names the field of a slot with more spots than its experience keeps', async () => {
    const now = { ...PICTURED, max_spots: 20, timeslots: [slot({ spots: 20 })] };
    expect(await fieldOf('manager', saveOf(id.experience, now))).toBeUndefined();
    const then = { max_spots: 8, timeslots: [good, slot({ spots: 20 })] };
    expect(await fieldOf('manager', saveOf(id.experience, then))).toBe('timeslots.1.spots');
  });

  it('names the fields of tags and guides', async () => {
    expect(await fieldOf('manager', saveOf(id.experience, { ...PICTURED, tags: [randomUUID()] }))).toBe('tags');
    expect(await fieldOf('manager', saveOf(id.experience, { ...PICTURED, guides: [userId.tourist] }))).toBe('guides');
    const insert = (name: string) => `insert into public.territory_tags (territory_id, name) values ('rio', '${name}')`;
    expect(await fieldOf('manager', insert('Bo\u202eats'))).toBe('name');
    for (const name of [' ', 'x'.repeat(61)]) expect(await fieldOf('manager', insert(name))).toBe('name');
  });

  const es = (text: string) => ({ translations: { es: { text } } });
  it.each([
    ['a kind that does not exist', { subject: 'sky' }, 'subject'],
    ['a status that does not exist', { state: 'wet' }, 'state'],
    ['no text', { text: ' ' }, 'text'],
    ['an address in its text', { text: 'See www.evil.com' }, 'text'],
    ['an address in its Spanish text', es('Vea www.evil.com'), 'translations.es.text'],
    ['invisible characters in its Spanish text', es('Cer\u202erado'), 'translations.es.text'],
    ['a source that is no link', { source_url: 'ftp://a.example' }, 'source_url'],
    ['an end in the past', { ends_at: inDays(-1) }, 'ends_at'],
    ['an end that is no time', { ends_at: 'soon' }, 'ends_at'],
    ['a beginning long ago', { starts_at: inDays(-90) }, 'starts_at'],
    ['no services', { service_ids: [] }, 'service_ids'],
    ['a service of another territory', { service_ids: [id.experience2] }, 'service_ids'],
  ])('names the field of a travel alert with %s', async (_, said, field) => {
    const p = {
      subject: 'river',
      state: 'closed',
      text: 'The river is closed.',
      service_ids: [id.experience],
      starts_at: inDays(0),
      ends_at: inDays(10),
      ...said,
    };
    const saved = (condition: object) =>
      fieldOf('staff', `select public.save_condition('${randomUUID()}', 'rio', null, '${JSON.stringify(condition)}')`);
    expect(await saved(p)).toBe(field);
  });
});
