import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newAdmin, newClient, newSql, signedIn } from '../support/stack.ts';

const text = (content: string) => new Blob([content], { type: 'text/plain' });
const admin = newAdmin();
let ana: Awaited<ReturnType<typeof signedIn>>;
let eva: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  await admin.storage.createBucket('fixture-open', {
    public: true,
    allowedMimeTypes: ['text/plain', 'text/html'],
    fileSizeLimit: 1000,
  });
  await admin.storage.createBucket('fixture-own', { public: false });
  const sql = newSql();
  const own = `bucket_id = 'fixture-own' and (storage.foldername(name))[1] = (select auth.uid())::text`;
  await sql.unsafe(`
    create policy fixture_insert on storage.objects for insert to authenticated with check (${own});
    create policy fixture_select on storage.objects for select to authenticated using (${own});
    create policy fixture_update on storage.objects for update to authenticated using (${own} and name not like '%locked%');
    create policy fixture_delete on storage.objects for delete to authenticated using (${own} and name not like '%locked%');`);
  await sql.end();
  [ana, eva] = [await signedIn(), await signedIn()];
});

const files = (who: { client: ReturnType<typeof newClient> }) => who.client.storage.from('fixture-own');

describe('the buckets', () => {
  it('can only be listed and changed with the secret key, even empty ones', async () => {
    await admin.storage.createBucket('fixture-empty', { public: false });
    for (const stranger of [eva.client, newClient()]) {
      for (const name of ['fixture-empty', 'fixture-own', 'no-such']) {
        expect((await stranger.storage.getBucket(name)).error?.message).toBe('Bucket not found');
        expect((await stranger.storage.emptyBucket(name)).error?.message).toBe('Bucket not found');
        expect((await stranger.storage.updateBucket(name, { public: true })).error?.message).toBe('Bucket not found');
        expect((await stranger.storage.deleteBucket(name)).error?.message).toBe('Bucket not found');
      }
      expect((await stranger.storage.createBucket('planted', { public: true })).error).not.toBeNull();
      expect((await stranger.storage.listBuckets()).data).toEqual([]);
    }
    expect((await admin.storage.deleteBucket('fixture-empty')).error).toBeNull();
    expect((await admin.storage.getBucket('planted')).error).not.toBeNull();
  });
});

describe('a private bucket', () => {
  it('stores and returns the owner’s files, from a browser (Blob) and a server (bytes)', async () => {
    const blob = await files(ana).upload(`${ana.id}/a.txt`, text('from a form'), { cacheControl: '60' });
    expect(blob).toMatchObject({
      error: null,
      data: { path: `${ana.id}/a.txt`, fullPath: `fixture-own/${ana.id}/a.txt` },
    });
    expect(
      (await files(ana).upload(`${ana.id}/b.txt`, Buffer.from('bytes'), { contentType: 'text/plain' })).error,
    ).toBeNull();
    const back = await files(ana).download(`${ana.id}/a.txt`);
    expect(await back.data?.text()).toBe('from a form');
    expect(back.data?.type).toBe('text/plain');
    expect(await (await files(ana).download(`${ana.id}/b.txt`)).data?.text()).toBe('bytes');
  });

  it('refuses everyone else in every way', async () => {
    const name = `${ana.id}/secret.txt`;
    await files(ana).upload(name, text('secret'));
    for (const stranger of [eva.client, newClient()]) {
      const bucket = stranger.storage.from('fixture-own');
      expect((await bucket.download(name)).error).not.toBeNull();
      expect((await bucket.createSignedUrl(name, 60)).error).not.toBeNull();
      expect((await bucket.upload(`${ana.id}/planted.txt`, text('x'))).error).not.toBeNull();
      expect((await bucket.upload(name, text('x'), { upsert: true })).error).not.toBeNull();
      expect((await bucket.update(name, text('x'))).error).not.toBeNull();
      expect((await bucket.list(ana.id)).data ?? []).toEqual([]);
      expect((await bucket.remove([name])).data ?? []).toEqual([]);
      expect((await bucket.move(name, `${eva.id}/stolen.txt`)).error).not.toBeNull();
      expect((await bucket.copy(name, `${eva.id}/stolen.txt`)).error).not.toBeNull();
      expect((await bucket.createSignedUploadUrl(`${ana.id}/planted.txt`)).error).not.toBeNull();
    }
    const byUrl = await fetch(`${inject('stack').url}/storage/v1/object/public/fixture-own/${name}`);
    expect(byUrl.ok).toBe(false);
    expect(await (await files(ana).download(name)).data?.text()).toBe('secret');
  });

  it('replaces with upsert only, and keeps to the update and delete policies', async () => {
    const name = `${ana.id}/twice.txt`;
    await files(ana).upload(name, text('one'));
    expect((await files(ana).upload(name, text('two'))).error).not.toBeNull();
    expect((await files(ana).upload(name, text('two'), { upsert: true })).error).toBeNull();
    expect((await files(ana).update(name, text('three'))).error).toBeNull();
    expect(await (await files(ana).download(name)).data?.text()).toBe('three');
    await files(ana).upload(`${ana.id}/locked.txt`, text('stays'));
    expect((await files(ana).update(`${ana.id}/locked.txt`, text('changed'))).error).not.toBeNull();
    expect((await files(ana).remove([`${ana.id}/locked.txt`])).data).toEqual([]);
    expect((await files(ana).remove([name])).data).toHaveLength(1);
    expect((await files(ana).download(name)).error).not.toBeNull();
  });

  it('gives signed URLs that expire, one or many', async () => {
    const name = `${ana.id}/signed.txt`;
    await files(ana).upload(name, text('for a minute'));
    const { data } = await files(ana).createSignedUrl(name, 60);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('for a minute');
    const forged = (data?.signedUrl ?? '').replace('signed.txt', 'secret.txt');
    expect((await fetch(forged)).status).toBeGreaterThanOrEqual(400);
    const short = await files(ana).createSignedUrl(name, 1);
    const many = await files(ana).createSignedUrls([name, `${ana.id}/none.txt`], 60);
    expect(many.data?.map(({ error }) => error === null)).toEqual([true, false]);
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? '')).text()).toBe('for a minute');
    await new Promise((done) => setTimeout(done, 2100));
    expect((await fetch(short.data?.signedUrl ?? '')).status).toBe(400);
  });

  it('accepts a file through a signed upload URL from a visitor', async () => {
    const name = `${ana.id}/handed-in.txt`;
    const { data } = await files(ana).createSignedUploadUrl(name);
    const guest = newClient().storage.from('fixture-own');
    expect((await guest.uploadToSignedUrl(name, data?.token ?? '', text('handed in'))).error).toBeNull();
    expect(await (await files(ana).download(name)).data?.text()).toBe('handed in');
    expect((await guest.uploadToSignedUrl(`${ana.id}/other.txt`, data?.token ?? '', text('x'))).error).not.toBeNull();
  });
});

describe('a public bucket', () => {
  const bucket = admin.storage.from('fixture-open');

  it('is readable by address, cached by browsers, and not writable by visitors', async () => {
    await bucket.upload('folder/a b.txt', text('open'), { cacheControl: '31536000', upsert: true });
    const { publicUrl } = bucket.getPublicUrl('folder/a b.txt').data;
    const first = await fetch(publicUrl);
    expect(await first.text()).toBe('open');
    expect(first.headers.get('cache-control')).toBe('max-age=31536000');
    const again = await fetch(publicUrl, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await fetch(publicUrl, { method: 'HEAD' })).headers.get('content-length')).toBe('4');
    expect((await newClient().storage.from('fixture-open').upload('folder/guest.txt', text('x'))).error).not.toBeNull();
    expect((await fetch(publicUrl.replace('a%20b', 'missing'))).status).toBe(400);
  });

  it('never runs an uploaded page', async () => {
    await bucket.upload('page.html', new Blob(['<script>1</script>'], { type: 'text/html' }), { upsert: true });
    const page = await fetch(bucket.getPublicUrl('page.html').data.publicUrl);
    expect(page.headers.get('content-disposition')).toBe('attachment');
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('enforces its limits of size and type', async () => {
    expect((await bucket.upload('big.txt', text('x'.repeat(1001)))).error?.message).toMatch(/exceed|size|large/i);
    expect((await bucket.upload('x.png', new Blob(['x'], { type: 'image/png' }))).error?.message).toMatch(/mime/i);
    const huge = await admin.storage.from('fixture-own').upload('huge', Buffer.alloc(52 * 1024 * 1024));
    expect(huge.error).not.toBeNull();
  });
});

describe('the buckets of the app', () => {
  const name = (who: { id: string }, extension = 'jpg') => `user-submissions/${who.id}/${randomUUID()}.${extension}`;
  /** Starts like a JPEG. */
  const photo = (bytes = 4) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(bytes - 4).fill(0)]);
  const put = (who: typeof ana, path: string, bytes: Buffer, contentType = 'image/jpeg') =>
    who.client.storage.from('media').upload(path, bytes, { contentType });

  it('accept only pictures and videos, by type and by name, and serve them as nothing else', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'application/pdf']) {
      expect([type, (await put(ana, name(ana), page, type)).error?.message]).toEqual([
        type,
        expect.stringMatching(/mime/i),
      ]);
    }
    for (const extension of ['html', 'svg', 'js'])
      expect((await put(ana, name(ana, extension), page)).error).not.toBeNull();
    for (const type of ['image/jpeg', 'video/mp4'])
      expect((await put(ana, name(ana), page, type)).error?.message).toMatch(/mime/i);
    expect((await put(ana, name(ana), Buffer.from('%PDF-1.7'))).error?.message).toMatch(/mime/i);
    // The bytes decide, not the stated type.
    const path = name(ana);
    expect((await put(ana, path, photo(), 'text/html')).error).toBeNull();
    const served = await fetch(ana.client.storage.from('media').getPublicUrl(path).data.publicUrl);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
  });

  it("limit each person's size per day, even for simultaneous files, counted as storage writes it", async () => {
    const sql = newSql();
    const limit = (of: string, value: number) => sql`update private.limits set value = ${value} where name = ${of}`;
    const [before] = await sql`
      select (select value from private.limits where name = 'upload.files_day') as files,
        (select value from private.limits where name = 'upload.bytes_day') as bytes`;
    const hana = await signedIn();
    const tries = () => Promise.all(Array.from({ length: 8 }, () => put(hana, name(hana), photo(100))));
    try {
      await limit('upload.files_day', 3);
      expect((await tries()).filter(({ error }) => error === null)).toHaveLength(3);
      expect((await hana.client.rpc('has_upload_room', { p_bytes: 1 })).data).toBe(false);
      await limit('upload.files_day', Number(before?.files));
      await limit('upload.bytes_day', 500);
      expect((await tries()).filter(({ error }) => error === null)).toHaveLength(2);
      const [stored] =
        await sql`select sum((metadata ->> 'size')::int)::int as bytes from storage.objects where owner_id = ${hana.id}`;
      expect(stored?.bytes).toBe(500);
    } finally {
      await limit('upload.files_day', Number(before?.files));
      await limit('upload.bytes_day', Number(before?.bytes));
      await sql.end();
    }
  });
});
