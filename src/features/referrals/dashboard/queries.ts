import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@/lib/api/errors';
import { pagedQuery } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { i18n } from '@/lib/i18n/i18n';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';

export const partnerKeys = {
  all: (userId: string) => ['partner', userId] as const,
  links: (userId: string) => [...partnerKeys.all(userId), 'links'] as const,
  summary: (userId: string) => [...partnerKeys.all(userId), 'summary'] as const,
  terms: (userId: string) => [...partnerKeys.all(userId), 'terms'] as const,
  activity: (userId: string) => [...partnerKeys.all(userId), 'activity'] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;

async function getLinks(signal: AbortSignal) {
  return run((db) => db.rpc('partner_links').abortSignal(signal), FAILED);
}

export type ReferralLink = Awaited<ReturnType<typeof getLinks>>[number];

/** Returns the partner's links with their results, newest first. */
export const linksQuery = (userId: string) =>
  queryOptions({ queryKey: partnerKeys.links(userId), queryFn: ({ signal }) => getLinks(signal) });

/** An agreement with a territory. The generated types don't know what can be null. */
export interface PartnerTerms {
  territory_id: string;
  territory_name: string;
  untranslated?: Untranslated<'territory_name'>;
  business_name: string | null;
  /** In percent of the price. */
  commission_level: number;
}

async function getTerms(signal: AbortSignal): Promise<PartnerTerms[]> {
  const rows = await run((db) => db.rpc('partner_terms').abortSignal(signal), FAILED);
  return rows.map(({ territory_names, ...row }) =>
    localizeNames({ ...row, names: { territory_name: territory_names } }, ['territory_name']),
  );
}

/** Returns one agreement per territory, the oldest first. */
export const termsQuery = (userId: string) =>
  queryOptions({ queryKey: partnerKeys.terms(userId), queryFn: ({ signal }) => getTerms(signal) });

/** Returns the business name for cards and banners, which is that of the oldest agreement. */
export const businessOf = (terms: readonly PartnerTerms[]): string | null =>
  terms.find(({ business_name }) => business_name)?.business_name ?? null;

interface MonthAmount {
  currency_code: string;
  currency_symbol: string;
  amount: number;
}

async function getSummary(signal: AbortSignal) {
  const [totals, funnel, months, terms] = await Promise.all([
    run((db) => db.rpc('partner_totals').abortSignal(signal), FAILED),
    run((db) => db.rpc('partner_funnel').abortSignal(signal), FAILED),
    run((db) => db.rpc('partner_months').abortSignal(signal), FAILED),
    getTerms(signal),
  ]);
  return {
    totals,
    funnel: funnel[0] ?? { visits: 0, registrations: 0, booked: 0 },
    terms,
    // `partner_months` builds these rows, and its type is only json.
    months: months.map((month) => ({ ...month, amounts: month.amounts as unknown as MonthAmount[] })),
  };
}

export type PartnerSummary = Awaited<ReturnType<typeof getSummary>>;
export type PartnerMonth = PartnerSummary['months'][number];

/** Returns earnings, how many visits became bookings, and the last twelve months. Amounts are in major units. */
export const summaryQuery = (userId: string) =>
  queryOptions({ queryKey: partnerKeys.summary(userId), queryFn: ({ signal }) => getSummary(signal) });

interface Cursor {
  at: string;
  id: string;
}

interface PageRequest {
  cursor: Cursor | null;
  size: number;
  bookingsOnly: boolean;
}

async function getActivity({ cursor, size, bookingsOnly }: PageRequest, signal: AbortSignal) {
  const after = cursor && { p_before: cursor.at, p_before_id: cursor.id };
  const rows = await run(
    (db) => db.rpc('partner_activity', { ...after, p_limit: size, p_bookings: bookingsOnly }).abortSignal(signal),
    FAILED,
  );
  const last = rows.at(-1);
  return {
    rows: rows.map(localizeTitle<(typeof rows)[number]>),
    next: rows.length === size && last ? { at: last.created_at, id: last.id } : null,
  };
}

export type PartnerActivity = Awaited<ReturnType<typeof getActivity>>['rows'][number];

/** Returns registrations and bookings through the partner's links, newest first. */
export const activityQuery = (userId: string) =>
  pagedQuery(partnerKeys.activity(userId), (cursor: Cursor | null, signal) =>
    getActivity({ cursor: cursor, size: 10, bookingsOnly: false }, signal),
  );

/** Returns a page of bookings for the statement, as large as the API allows. */
export const getStatementPage = (cursor: Cursor | null, signal: AbortSignal) =>
  getActivity({ cursor, size: 1000, bookingsOnly: true }, signal);

/** Creates a link with a given id, so that a retry doesn't create a second one. */
export async function createLink({ id, name }: { id: string; name: string }): Promise<void> {
  await run(
    (db) => db.from('referral_links').upsert({ id, name }, { onConflict: 'id', ignoreDuplicates: true }),
    msg`Failed to create referral link. Please try again.`,
  );
}

/** A link that was deleted in another tab can't be changed, so retrying doesn't help. */
async function updateLink(id: string, change: { name: string } | { active: boolean }, failed: MessageDescriptor) {
  const changed = await run(
    (db) => db.from('referral_links').update(change).eq('id', id).is('archived_at', null).select('id'),
    failed,
  );
  if (changed.length === 0) throw new AppError('referral_link_gone', i18n._(msg`This referral link was deleted.`));
}

export const renameLink = ({ id, name }: { id: string; name: string }): Promise<void> =>
  updateLink(id, { name }, msg`Failed to update referral link. Please try again.`);

export const setLinkActive = ({ id, active }: { id: string; active: boolean }): Promise<void> =>
  updateLink(
    id,
    { active },
    active
      ? msg`Failed to activate referral link. Please try again.`
      : msg`Failed to deactivate referral link. Please try again.`,
  );

export async function deleteLink(id: string): Promise<void> {
  await run(
    (db) => db.rpc('delete_referral_link', { p_link_id: id }),
    msg`Failed to delete referral link. Please try again.`,
  );
}
