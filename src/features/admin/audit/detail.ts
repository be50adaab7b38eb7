import { t } from '@lingui/core/macro';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES, type Role } from '@/features/account/profile/roles';
import { statusLabel } from '@/features/booking/tickets/labels';
import { templateLabel } from '@/features/management/bookings/booking/emails/labels';
import { fieldLabel } from '@/features/management/field-labels';
import { formatInstant, formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { spelled } from '@/lib/format/spelled';
import { i18n } from '@/lib/i18n/i18n';
import { languageName } from '@/lib/i18n/intl';
import type { Json } from '@/types/database';
import { whatFails } from '../checks/labels';
import { lastErrorText } from '../mail/reasons';
import { VALUES } from './values';

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

function fieldText(name: string, value: Json | undefined, currency: string): string {
  const label = fieldLabel(name);
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
