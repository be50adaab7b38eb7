import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { profileKeys, type Role } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { i18n } from '@/lib/i18n/i18n';
import { compareText } from '@/lib/i18n/intl';
import { localizeNames } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { MediaKind } from '@/lib/upload/check';
import { publicAddress, removeFile, uploadInto } from '@/lib/upload/upload';

export interface ProfileChange {
  full_name: string;
  country: string | null;
  bio: string | null;
}

/**
 * The texts of a failure. `failed` means that the request didn't arrive (offline, too many requests, server down),
 * and the reason is shown beside it. `refused` means that the database refused, and `signedOut` that the session
 * has ended.
 */
const PROFILE_MESSAGES = {
  failed: msg`Failed to update profile`,
  refused: msg`An error occurred updating profile`,
  signedOut: msg`You must be logged in to update your profile`,
};
const AVATAR_MESSAGES = {
  failed: msg`Failed to upload avatar`,
  refused: msg`An error occurred updating avatar`,
  signedOut: msg`You must be logged in to update your avatar`,
};

/** Updates the user's own row. The database returns no row if the session has ended. */
async function update(userId: string, change: Partial<ProfileChange> | { avatar_url: string }): Promise<void> {
  const messages = 'avatar_url' in change ? AVATAR_MESSAGES : PROFILE_MESSAGES;
  const updated = await run(
    (db) => db.from('profiles').update(change).eq('id', userId).select('id'),
    messages.failed,
  ).catch((error: unknown) => {
    const refused = error instanceof AppError && error.code === 'unknown' && error.status !== undefined;
    throw refused ? new AppError('refused', i18n._(messages.refused), { status: error.status, cause: error }) : error;
  });
  if (updated.length === 0) throw new AppError('not_signed_in', i18n._(messages.signedOut));
}

export const updateProfile = (userId: string, change: ProfileChange): Promise<void> => update(userId, change);

interface NewAvatar {
  userId: string;
  image: Blob;
  kind: MediaKind;
  previous: string | null;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Stores and shows the new picture, and deletes the previous one if the person had uploaded it. Returns the
 * object's name.
 */
export async function replaceAvatar({ userId, image, kind, previous, ...upload }: NewAvatar): Promise<string> {
  const folder = `avatars/${userId}`;
  const path = await uploadInto(folder, {
    ...upload,
    ...kind,
    bucket: 'images',
    file: image,
    failed: AVATAR_MESSAGES.failed,
    signedOut: AVATAR_MESSAGES.signedOut,
  });
  try {
    await update(userId, { avatar_url: publicAddress('images', path) });
  } catch (error) {
    removeFile('images', path).catch(() => undefined);
    throw error;
  }
  const own = publicAddress('images', `${folder}/`);
  if (previous?.startsWith(own)) {
    removeFile('images', `${folder}/${previous.slice(own.length)}`).catch(() => undefined);
  }
  return path;
}

const activity = z.object({
  tourist: z.nullable(z.object({ bookings: z.number(), reviews: z.number(), territories_visited: z.number() })),
  guide: z.nullable(z.object({ experiences: z.number(), bookings: z.number(), avg_rating: z.nullable(z.number()) })),
  manager: z.nullable(
    z.object({
      territories: z.array(z.object({ name: z.string(), names: namesShape })),
      guides: z.number(),
      experiences: z.number(),
    }),
  ),
  partner: z.nullable(
    z.object({
      referrals: z.number(),
      commissions: z.array(z.object({ currency_symbol: z.string(), amount: z.number() })),
      conversion_rate: z.nullable(z.number()),
    }),
  ),
});
export type Activity = z.infer<typeof activity>;

/** Returns the person's current activity, with a section for each role. */
export const activityQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.activity(userId),
    queryFn: async ({ signal }) =>
      readAnswer(activity, await run((db) => db.rpc('my_activity').abortSignal(signal), msg`Failed to load data`)),
  });

/** Returns the guide's number for guests, or null if there is none. */
export const guideNumberQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.guideNumber(userId),
    queryFn: ({ signal }): Promise<string | null> =>
      run((db) => db.rpc('my_guide_number').abortSignal(signal), msg`Failed to load data`),
  });

export async function saveGuideNumber(number: string): Promise<void> {
  await run((db) => db.rpc('save_guide_number', { p_number: number }), msg`Failed to update profile`);
}

const added = z.object({ added: z.boolean(), requested: z.boolean() });

interface NewRole {
  role: Role;
  /** The region of the role. If null, the region of the profile is used, or an admin decides. */
  territoryId: string | null;
}

/**
 * Returns 'added' if the person has the role now, 'requested' if it needs approval, and 'held' if nothing changed.
 */
export async function addRole({ role, territoryId }: NewRole): Promise<'added' | 'requested' | 'held'> {
  const place = territoryId ? { p_territory_id: territoryId } : {};
  const answer = readAnswer(
    added,
    await run((db) => db.rpc('add_my_role', { p_role: role, ...place }), msg`An error occurred adding role`),
  );
  if (answer.added) return 'added';
  return answer.requested ? 'requested' : 'held';
}

async function getMyRequests(userId: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('role_requests')
        .select('id, role, created_at, territory:territories(name, names, time_zone)')
        .eq('user_id', userId)
        .eq('status', 'pending')
        .order('created_at')
        .limit(20)
        .abortSignal(signal),
    msg`Failed to load your requests`,
  );
  return rows.map((row) => ({ ...row, territory: row.territory && localizeNames(row.territory, ['name']) }));
}
export type MyRequest = Awaited<ReturnType<typeof getMyRequests>>[number];

/** Returns the person's role requests that haven't been decided. */
export const myRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.requests(userId),
    queryFn: ({ signal }) => getMyRequests(userId, signal),
    refetchOnWindowFocus: 'always',
  });

export async function withdrawRequest(id: string): Promise<void> {
  await run((db) => db.rpc('withdraw_role_request', { p_request_id: id }), msg`Failed to withdraw the request`);
}

async function getOpenTerritories(signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db.from('territories').select('id, name, names').eq('visible', true).order('name').limit(500).abortSignal(signal),
    msg`Failed to load data`,
  );
  return rows.map((row) => localizeNames(row, ['name'])).sort((a, b) => compareText(a.name, b.name));
}

/** Returns the regions in which people can request a role. */
export const openTerritoriesQuery = () =>
  queryOptions({
    queryKey: profileKeys.territories(),
    queryFn: ({ signal }) => getOpenTerritories(signal),
    staleTime: 300_000,
  });

export async function removeRole(role: Role): Promise<void> {
  await run((db) => db.rpc('remove_my_role', { p_role: role }), msg`An error occurred removing role`);
}

async function getWorkTerritories(signal: AbortSignal) {
  const rows = await run((db) => db.rpc('my_work_territories').abortSignal(signal), msg`Failed to load data`);
  return rows
    .map(({ names, ...row }) => localizeNames({ ...row, names: { name: names } }, ['name']))
    .sort((a, b) => compareText(a.name, b.name));
}

/** Returns the regions where the person works, by name. */
export const workTerritoriesQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.workTerritories(userId),
    queryFn: ({ signal }) => getWorkTerritories(signal),
  });

/** Sets the region that the work pages show. */
export async function chooseTerritory(territoryId: string): Promise<void> {
  await run((db) => db.rpc('choose_territory', { p_territory_id: territoryId }), msg`Failed to update profile`);
}

export async function getMyData(): Promise<Blob> {
  const data = await run((db) => db.rpc('my_data'), msg`Failed to load data`);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}
