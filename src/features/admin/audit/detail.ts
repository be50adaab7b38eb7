import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES, type Role } from '@/features/account/profile/roles';
import { statusLabel } from '@/features/booking/tickets/labels';
import { templateLabel } from '@/features/management/bookings/booking/emails/labels';
import { formatInstant, formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { i18n } from '@/lib/i18n/i18n';
import { languageName } from '@/lib/i18n/intl';
import type { Json } from '@/types/database';
import { whatFails } from '../checks/labels';
import { lastErrorText } from '../mail/reasons';
import { spelled } from './spelled';
import { VALUES } from './values';

/**
 * The names of fields in entries, and of fields of audited regions and services. A test compares them with what the
 * database writes.
 */
export const FIELDS: Record<string, MessageDescriptor> = {
  action: msg`Button tapped`,
  amount: msg`Amount`,
  at: msg`Time on the phone`,
  attempts: msg`Attempts`,
  available_spots: msg`Seats on sale`,
  booking_type: msg`Booking type`,
  bookings: msg`Bookings`,
  business_name: msg`Business name`,
  cancellation_policy: msg`Cancellation policy`,
  capacity: msg`Seats`,
  cash: msg`Cash reversed`,
  cash_allowed: msg`Cash to collect on the day`,
  ceiling_percent: msg`Highest commission (%)`,
  check_in_status: msg`Check-in`,
  closed: msg`Closed`,
  commission_before: msg`Previous commission (%)`,
  commission_level: msg`Commission (%)`,
  counted: msg`Amount counted`,
  country: msg`Country`,
  currency: msg`Currency`,
  currency_code: msg`Currency`,
  date: msg`Date`,
  num_people: msg`People`,
  days_of_week: msg`Days of the week`,
  decide_at: msg`Decision time`,
  decision: msg`Decision`,
  declared: msg`Handed over by`,
  declined: msg`Declined`,
  departure_time: msg`Departure time`,
  description: msg`Description`,
  destination: msg`Destination`,
  dispute: msg`Dispute`,
  duration: msg`Duration in hours`,
  duration_hours: msg`Duration in hours`,
  featured: msg`Featured`,
  from: msg({ message: 'From', context: 'change' }),
  image_urls: msg`Photos`,
  kind: msg`Kind`,
  language: msg`Language`,
  last_error: msg`Last failure`,
  leads: msg`Leads the trip`,
  max_private_guests: msg`Largest private group`,
  extra_amount: msg`Extra charge`,
  fields: msg`Changed fields`,
  max_spots: msg`Maximum number of people`,
  meeting_point: msg`Meeting point`,
  meeting_point_link: msg`Map link for the meeting point`,
  what_to_bring: msg`What to bring`,
  message: msg`Message`,
  min_private_guests: msg`Smallest private group`,
  min_spots: msg`Minimum number of people`,
  minutes: msg`Delay (minutes)`,
  minutes_before: msg`Previous delay (minutes)`,
  min_to_run: msg`Guests needed`,
  name: msg`Name`,
  new_guests_percent: msg`Limit on unpaid cash for new guests (%)`,
  change_hours: msg`Latest date change (hours before departure)`,
  offer_hours: msg`Hours to choose after a cancellation`,
  operator_floor_percent: msg`Operator's minimum share (%)`,
  paid_on: msg`Paid on`,
  party: msg`Share of`,
  people: msg`People`,
  passenger: msg`Passenger`,
  passengers: msg`Passengers`,
  passport: msg`Passport photo`,
  passport_required: msg`Passport required`,
  pickup_location: msg`Pickup location`,
  private_price: msg`Private group price`,
  reason: msg`Reason`,
  reference: msg`Reference`,
  refund_amount: msg`Refund`,
  response: msg`Answer`,
  role: msg`Role`,
  roles: msg`Roles`,
  seats: msg`Seats`,
  shared_price: msg`Price per person`,
  shown: msg`Shown to guests`,
  state: msg`State`,
  status: msg`Status`,
  summary: msg`Summary`,
  template: msg`Email`,
  time_zone: msg`Time zone`,
  timeslots: msg`Time slots`,
  title: msg`Title`,
  to: msg({ message: 'To', context: 'change' }),
  translations: msg`Translations`,
  transport_type_id: msg`Transport type`,
  video_urls: msg`Videos`,
  visible: msg`Visible`,
  waived: msg`Difference waived`,
};

const MONEY = new Set([
  'amount',
  'counted',
  'declared',
  'extra_amount',
  'refund_amount',
  'shared_price',
  'private_price',
]);
/** Changed files are mentioned without their addresses. */
const FILES = new Set(['image_urls', 'video_urls']);
const STATUSES = new Set(['from', 'to', 'status', 'check_in_status']);

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

type Fields = Readonly<Record<string, Json | undefined>>;
const isFields = (value: Json | undefined): value is Record<string, Json | undefined> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** Returns a list, which may be stored as text. */
function listOf(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\["/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value; // truncated
  }
}

function valueText(name: string, given: Json | undefined, currency: string): string {
  const value = listOf(given);
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, currency)).join(', ');
  if (isEmpty(value)) return t`nothing`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text === 'true') return t`Yes`;
  if (text === 'false') return t`No`;
  if (MONEY.has(name)) return formatMoney(Number(text), `${currency} `.trimStart());
  if (isRole(text)) return roleLabel(text);
  if (name === 'language') return languageName(text);
  const code = VALUES[name]?.[text];
  if (code) return i18n._(code);
  if (STATUSES.has(name)) return statusLabel(text);
  if (name === 'kind') return whatFails(text);
  if (name === 'last_error') return lastErrorText(text);
  if (name === 'template') return templateLabel(text) || spelled(text);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatInstant(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatShortDate(text) : text;
}

/** Returns for example 'Title' for 'title', and 'Title (Spanish)' for 'title (es)'. */
function labelOf(field: string): string {
  const [, name = field, language] = /^(.+) \(([a-z]{2})\)$/.exec(field) ?? [];
  const known = FIELDS[name];
  const label = known ? i18n._(known) : spelled(name);
  return language ? `${label} (${languageName(language)})` : label;
}

function fieldText(name: string, value: Json | undefined, currency: string): string {
  const label = labelOf(name);
  if (FILES.has(name)) return t`${label}: changed`;
  if (!isFields(value)) return `${label}: ${valueText(name, value, currency)}`;
  return `${label}: ${valueText(name, value.from, currency)} → ${valueText(name, value.to, currency)}`;
}

/** Returns the currency of an entry's amounts. */
function currencyOf(fields: Fields): string {
  const code = fields.currency_code ?? fields.currency;
  return typeof code === 'string' ? code : '';
}

/** Returns for example 'Role: Tour guide; Price per person: GTQ 185.00 → GTQ 200.00'. */
export function detailText(detail: Json): string {
  if (!isFields(detail)) return '';
  const currency = currencyOf(detail);
  const isSaid = (name: string) =>
    (name === 'currency' || name === 'currency_code') &&
    currency !== '' &&
    Object.keys(detail).some((n) => MONEY.has(n));
  return Object.entries(detail)
    .filter(([name, value]) => !isEmpty(value) && !isSaid(name))
    .map(([name, value]) => fieldText(name, value, currency))
    .join('; ');
}
