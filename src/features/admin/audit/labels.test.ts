// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TEMPLATES, templateLabel } from '@/features/management/bookings/booking/emails/labels';
import { FIELDS } from '@/features/management/field-labels';
import { lastErrorText, REASONS } from '../mail/reasons';
import { detailText } from './detail';
import { ACTIONS, actionLabel, SUBJECTS, subjectLabel } from './labels';
import { argsOf } from './queries';
import { VALUES } from './values';

/** Returns the codes in the argument of a call, which is a text or the texts of a `case`. */
const codes = (argument = '') => [...argument.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code);

const folder = `${import.meta.dirname}/../../../../supabase/schemas`;
const sql = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  .join('\n');

/** Returns the audited columns of a table in the schema. */
function columnsOf(table: string, trigger: string): string[] {
  const [, body = ''] = sql.match(new RegExp(`create table public\\.${table} \\(\\n([\\s\\S]*?)\\n\\);`)) ?? [];
  const [, silent = ''] =
    sql.match(
      new RegExp(`create function private\\.${trigger}\\(\\)[\\s\\S]*?silent constant text\\[\\] := '{(.*?)}'`),
    ) ?? [];
  const none = new Set(['id', 'territory_id', 'check', 'constraint', 'unique', ...silent.split(',')]);
  return [...body.matchAll(/^ {2}([a-z_]+) /gm)].map(([, name = '']) => name).filter((name) => !none.has(name));
}

it('has a readable name for every field of an entry', () => {
  const details = [...sql.matchAll(/perform private\.audit(?:_booking|_edit)?\([\s\S]*?;\n/g)].flatMap(([call]) =>
    [...call.matchAll(/jsonb_build_object\(([\s\S]*)/g)].flatMap(([, rest = '']) =>
      [...rest.matchAll(/(?<!-> |in \()'([a-z_]+)',\s/g)].map(([, name = '']) => name),
    ),
  );
  const columns = [...columnsOf('territories', 'audit_territory'), ...columnsOf('services', 'audit_service')];
  expect(details).toEqual(expect.arrayContaining(['refund_amount', 'ceiling_percent', 'leads', 'title']));
  expect(columns).toEqual(expect.arrayContaining(['currency_code', 'shared_price', 'cash_allowed', 'destination']));
  expect([...new Set([...details, ...columns])].filter((name) => !(name in FIELDS))).toEqual([]);
});

it('has a label for every action that the database writes, and for its subject', () => {
  const entries = [...sql.matchAll(/perform private\.audit(?:_edit)?\(([^,]+),\s*[^,]+,\s*([^,]+),/g)];
  const aboutBookings = [...sql.matchAll(/perform private\.audit_booking\(([^,]+),/g)];
  // Expands an expression such as "kind || '_changed'" for all kinds.
  const ofKinds = (code: string) => (code.startsWith('_') ? [`experience${code}`, `transport${code}`] : [code]);
  const actions = [...entries, ...aboutBookings].flatMap(([, action]) => codes(action).flatMap(ofKinds));
  expect(actions).toEqual(expect.arrayContaining(['role_granted', 'review_hidden', 'decline_date', 'cancel_booking']));
  expect(actions.filter((action) => !(action in ACTIONS))).toEqual([]);
  const subjects = entries.flatMap(([, , subject]) => codes(subject)).filter((code) => code !== 'transport');
  expect(subjects).toContain('experience_timeslots');
  expect(subjects.filter((subject) => !(subject in SUBJECTS))).toEqual([]);
});

it('shows an action that this build does not know', () => {
  expect(actionLabel('role_granted')).toBe('Role granted');
  expect(actionLabel('moon_painted_blue')).toBe('Moon painted blue');
  expect(subjectLabel('transport_bookings')).toBe('Transport booking');
  expect(subjectLabel('moons')).toBe('Moons');
});

it('describes an entry in words, without empty values', () => {
  expect(detailText({ role: 'tour_guide', place: null, note: '' })).toBe('Role: Tour guide');
  expect(detailText({ roles: ['tour_guide', 'tourist'], attempts: 0 })).toBe('Roles: Tour guide, Tourist; Attempts: 0');
  expect(detailText({ date: '2026-11-24', declined: true, leads: 'Marta Choc' })).toBe(
    'Date: Nov 24, 2026; Declined: Yes; Leads the trip: Marta Choc',
  );
  for (const nothing of [null, [], 'text', 4]) expect(detailText(nothing)).toBe('');
});

it('shows the old and the new value of an edit, a price in its currency', () => {
  const price = { shared_price: { from: '185.00', to: '200' }, currency_code: 'GTQ' };
  expect(detailText(price)).toBe('Price per person: GTQ 185.00 → GTQ 200.00');
  expect(detailText({ currency_code: { from: 'GTQ', to: 'EUR' } })).toBe('Currency: GTQ → EUR');
  expect(detailText({ from: 'ordered', to: 'no_show', refund_amount: 603, currency_code: 'GTQ' })).toBe(
    'From: Ordered; To: No Show; Refund: GTQ 603.00',
  );
  expect(detailText({ meeting_point: { from: null, to: 'Dock 2' }, visible: { from: 'false', to: 'true' } })).toBe(
    'Meeting point: nothing → Dock 2; Visible: No → Yes',
  );
  expect(detailText({ image_urls: { from: '["media/a.jpg"]', to: '[]' } })).toBe('Photos: changed');
  expect(detailText({ days_of_week: { from: '["monday", "friday"]', to: '["monday"]' } })).toBe(
    'Days of the week: Monday, Friday → Monday',
  );
});

it("requests whole days of the reader's time zone, and no parameter without a filter", () => {
  const none = { q: ' ', who: '', action: '', region: '', from: '', to: '' };
  expect(argsOf(none)).toEqual({});
  const { p_from, p_to } = argsOf({ ...none, from: '2026-03-29', to: '2026-03-29' });
  expect(p_from).toBe(new Date(2026, 2, 29).toISOString());
  expect(p_to).toBe(new Date(2026, 2, 30).toISOString());
});

it('names a translated text with its language', () => {
  expect(detailText({ 'title (es)': { from: null, to: 'Lancha' }, language: { from: 'en', to: 'es' } })).toBe(
    'Title (Spanish): nothing → Lancha; Language: English → Spanish',
  );
});

it('has texts for every code in an entry', () => {
  const allowed = (column: string) =>
    [...sql.matchAll(new RegExp(`^  ${column} text.*?check \\(${column} in \\((.*?)\\)`, 'gm'))].map(([, list]) =>
      codes(list),
    );
  for (const column of ['booking_type', 'cancellation_policy', 'party', 'reason', 'response', 'state']) {
    expect(allowed(column).length, column).toBeGreaterThan(0);
  }
  const known = (column: string) => Object.keys(VALUES[column] ?? {});
  expect(known('booking_type')).toEqual(expect.arrayContaining(allowed('booking_type').flat()));
  expect(known('cancellation_policy')).toEqual(expect.arrayContaining(allowed('cancellation_policy').flat()));
  expect(known('reason')).toEqual(expect.arrayContaining(allowed('reason').flat()));
  expect(known('response')).toEqual(expect.arrayContaining(allowed('response').flat()));
  const outbox = allowed('state').find((states) => states.includes('discarded'));
  expect(known('state')).toEqual(outbox);
  const [, disputes = ''] = sql.match(/select case p_status (when 'warning_needs_response'[\s\S]*?) else 0 end/) ?? [];
  expect(codes(disputes)).toContain('under_review');
  expect(known('status')).toEqual(expect.arrayContaining(codes(disputes)));
  expect(detailText({ response: 'declined', state: 'dead', transport_type_id: 'boat', status: 'needs_response' })).toBe(
    'Answer: Declined; State: Not delivered; Transport type: Boat; Status: Needs an answer',
  );
});

it('has a name for every email that the database writes', () => {
  const written = [...sql.matchAll(/'email',\s*'([a-z_]+)'|queue_mail\('([a-z_]+)'/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  expect(written).toEqual(expect.arrayContaining(['booking_confirmation', 'invite', 'payout', 'account_deleted']));
  expect(written.filter((template) => template !== 'notification' && !(template in TEMPLATES))).toEqual([]);
  expect(templateLabel('moon_letter')).toBe('');
});

it('explains in words why an email was discarded', () => {
  const bodies = [...sql.matchAll(/create function private\.\w+_is_obsolete\([\s\S]*?\$\$([\s\S]*?)\$\$;/g)];
  const written = bodies.flatMap(([, body = '']) =>
    [...body.matchAll(/'([A-Z](?:[^'\n]|'')* (?:[^'\n]|'')+)'/g)].map(([, text = '']) => text.replaceAll("''", "'")),
  );
  expect(written.length).toBeGreaterThan(10);
  const known = REASONS.map(({ message }) => message);
  expect(written.filter((text) => !known.includes(text))).toEqual([]);
  expect(known.filter((text = '') => !sql.includes(`'${text.replaceAll("'", "''")}'`))).toEqual([]);
  expect(lastErrorText('550 no such mailbox')).toBe('550 no such mailbox');
});
