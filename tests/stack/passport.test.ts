import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waiverVersion } from '../../src/features/booking/waiver/version.ts';
import { newAdmin, newSql, signedIn } from '../support/stack.ts';

const sql = newSql();
const admin = newAdmin();
let ana: Awaited<ReturnType<typeof signedIn>>;
let eva: Awaited<ReturnType<typeof signedIn>>;
let photo: Buffer;

beforeAll(async () => {
  [ana, eva] = [await signedIn(), await signedIn()];
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#345' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 33/1 24/1' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => sql.end());

type Answer = { path?: string; code?: string; url?: string; removed?: number; message?: string };

async function call(name: string, who: typeof ana | null, body: unknown): Promise<{ status: number; body: Answer }> {
  const token = (await who?.client.auth.getSession())?.data.session?.access_token;
  const isImage = Buffer.isBuffer(body);
  const response = await fetch(`${inject('stack').url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: inject('stack').publishableKey,
      authorization: `Bearer ${token ?? inject('stack').publishableKey}`,
      'content-type': isImage ? 'image/jpeg' : 'application/json',
    },
    body: isImage ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function stored(who = ana): Promise<string> {
  const { status, body } = await call('passport', who, photo);
  expect(body.path, JSON.stringify(body)).toMatch(new RegExp(`^${who.id}/[0-9a-f-]{36}\\.jpg$`));
  expect(status).toBe(200);
  return body.path ?? '';
}

const exists = async (path: string) =>
  (await sql`select 1 from storage.objects where bucket_id = 'passports' and name = ${path}`).length === 1;

/** Creates Ana's booking in a week with the image, and its territory's staff. */
async function book(image: string): Promise<{ booking: string; staff: typeof ana }> {
  const territory = `t-${randomUUID().slice(0, 8)}`;
  const staff = await signedIn();
  await sql`insert into public.territories (id, name, description, currency_code) values (${territory}, ${territory}, 'A river', 'GTQ')`;
  await sql`insert into private.role_grants (user_id, role, territory_id) values (${staff.id}, 'territory_staff', ${territory})`;
  const [experience] =
    await sql`insert into public.experiences (territory_id, title, description, duration, booking_type, shared_price, max_spots,
    available_spots, cash_allowed, passport_required) values (${territory}, 'Border walk', 'A day', 4, 'shared', 100, 8, 8, true, true) returning id`;
  const [slot] =
    await sql`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    values (${experience?.id}, '09:00', '12:00', 8, 8) returning id`;
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const hold = await ana.client.rpc('create_hold', {
    p: {
      idempotency_key: randomUUID(),
      kind: 'experience',
      service_id: experience?.id,
      slot_id: slot?.id,
      service_date: date,
      booking_type: 'shared',
      num_people: 1,
      payment_method: 'cash',
      whatsapp_number: '+50255512345',
      country: 'GT',
      waiver_version: waiverVersion,
      passport_images: [image],
    },
  });
  expect(hold.error).toBeNull();
  const booked = await ana.client.rpc('book_cash', { p_hold_id: (hold.data as { hold_id: string }).hold_id });
  expect(booked.error).toBeNull();
  return { booking: (booked.data as { booking_id: string }).booking_id, staff };
}

describe('uploading a passport', () => {
  it("stores the picture in the caller's own folder, without the place where it was taken", async () => {
    const path = await stored();
    const { data } = await admin.storage.from('passports').download(path);
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
    const meta = await sharp(bytes).metadata();
    expect(meta).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    expect(meta.exif).toBeUndefined();
  });

  it('refuses visitors, and files that are no image, too small or too large', async () => {
    expect(await call('passport', null, photo)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    const refused = async (bytes: Buffer) => (await call('passport', ana, bytes)).body;
    expect(await refused(Buffer.from('<svg onload=alert(1)>'))).toEqual({
      code: 'invalid_image',
      message: 'Please select an image file (JPEG, PNG, etc.)',
    });
    expect(await refused(photo.subarray(0, photo.length / 2))).toMatchObject({ code: 'invalid_image' });
    const tiny = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await refused(tiny)).toMatchObject({ code: 'image_too_small' });
    expect(await refused(Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]))).toEqual({
      code: 'image_too_large',
      message: 'Image size must be less than 5MB',
    });
  });

  it('is the only access: the bucket accepts nothing from a browser, and returns nothing', async () => {
    const path = await stored();
    const bucket = ana.client.storage.from('passports');
    expect((await bucket.upload(`${ana.id}/own.jpg`, photo, { contentType: 'image/jpeg' })).error).not.toBeNull();
    expect((await bucket.createSignedUploadUrl(`${ana.id}/own.jpg`)).error).not.toBeNull();
    expect((await bucket.remove([path])).data ?? []).toEqual([]);
    expect((await bucket.move(path, `${ana.id}/moved.jpg`)).error).not.toBeNull();
    // Its owner can't read it either, because storage would sign an address for any duration.
    for (const { client } of [ana, eva]) {
      const own = client.storage.from('passports');
      expect((await own.download(path)).error).not.toBeNull();
      expect((await own.createSignedUrl(path, 31_536_000)).error).not.toBeNull();
      expect((await own.createSignedUrls([path], 31_536_000)).data?.[0]?.signedUrl ?? null).toBeNull();
      expect((await own.list(ana.id)).data ?? []).toEqual([]);
    }
    expect(await exists(path)).toBe(true);
  });
});

describe('the image of a booking', () => {
  it('is shown to staff and its owner for a minute, and each view is recorded', async () => {
    const { booking, staff } = await book(await stored());
    for (const reader of [staff, ana]) {
      const { status, body } = await call('open-passport', reader, {
        booking_id: booking,
        position: 1,
      });
      expect(status).toBe(200);
      const image = await fetch(body.url ?? '');
      expect(image.headers.get('content-type')).toBe('image/jpeg');
      const token = new URL(body.url ?? '').searchParams.get('token')?.split('.')[1] ?? '';
      const { iat, exp } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { iat: number; exp: number };
      expect(exp - iat).toBeLessThanOrEqual(60);
    }
    const looks =
      await sql`select actor_id from public.audit_log where action = 'passport_opened' and subject_id = ${booking} order by id`;
    expect([...looks]).toEqual([{ actor_id: staff.id }, { actor_id: ana.id }]);
    const refused = await call('open-passport', eva, { booking_id: booking, position: 1 });
    expect(refused).toMatchObject({ status: 404, body: { code: 'booking_not_found' } });
  });

  it('is deleted only by its owner, and staff are notified', async () => {
    const path = await stored();
    const { booking, staff } = await book(path);
    const body = { booking_id: booking, position: 1 };
    expect(await call('remove-passport', eva, body)).toMatchObject({ status: 404 });
    expect((await call('remove-passport', eva, { path })).status).toBe(404);
    expect(await call('remove-passport', ana, { path })).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(await exists(path)).toBe(true);
    expect(await call('remove-passport', ana, body)).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(await exists(path)).toBe(false);
    expect(await call('remove-passport', ana, body)).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(await call('open-passport', staff, body)).toMatchObject({ status: 410, body: { code: 'passport_removed' } });
  });

  it('can be deleted before anything was booked with it', async () => {
    const path = await stored();
    expect(await call('remove-passport', ana, { path })).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(await exists(path)).toBe(false);
  });
});

it('the reconciler deletes an expired image: file, row and name', async () => {
  const [unused, recent, past] = [await stored(), await stored(), await stored()];
  const { booking } = await book(past);
  await sql`update storage.objects set created_at = now() - interval '2 days' where name = any (${[unused, past]})`;
  await sql`update public.bookings set booking_date = current_date - 31 where id = ${booking}`;
  const response = await fetch(`${inject('stack').url}/functions/v1/reconcile`, {
    method: 'POST',
    headers: { apikey: inject('stack').publishableKey, 'x-reconcile-secret': inject('stack').reconcileSecret },
  });
  expect(await response.json()).toMatchObject({ passports_deleted: 2 });
  expect([await exists(unused), await exists(recent), await exists(past)]).toEqual([false, true, false]);
  expect((await admin.storage.from('passports').download(past)).error).not.toBeNull();
  const [row] =
    await sql`select to_jsonb(passport_images) as passport_images, passport_removed_by from public.bookings where id = ${booking}`;
  expect(row).toEqual({ passport_images: [null], passport_removed_by: 'expiry' });
});
