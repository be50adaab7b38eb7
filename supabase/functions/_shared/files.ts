import type { SupabaseClient } from '@supabase/supabase-js';

/** The private bucket of passport images, as the service role: only after checking the caller's right. */
export interface PassportFiles {
  put(name: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /** Missing names count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** A signed address, valid for some seconds; null if the object doesn't exist. */
  sign(name: string, seconds: number): Promise<string | null>;
}

const BUCKET = 'passports';

export function passportFiles(client: SupabaseClient): PassportFiles {
  const bucket = () => client.storage.from(BUCKET);
  return {
    put: async (name, bytes, contentType) => {
      const { error } = await bucket().upload(name, bytes, { contentType, cacheControl: '0', upsert: false });
      if (error) throw error;
    },
    remove: async (names) => {
      if (names.length === 0) return;
      const { error } = await bucket().remove([...names]);
      if (error) throw error;
    },
    sign: async (name, seconds) => {
      const { data, error } = await bucket().createSignedUrl(name, seconds);
      if (error && /not.?found|does not exist/i.test(error.message)) return null;
      if (error) throw error;
      return data.signedUrl;
    },
  };
}

/** The public buckets of pictures and videos, as the service role: only to delete unused files. */
export interface MediaFiles {
  /** Missing names count as removed. */
  remove(bucket: 'media' | 'images', names: readonly string[]): Promise<void>;
}

export const mediaFiles = (client: SupabaseClient): MediaFiles => ({
  remove: async (bucket, names) => {
    const { error } = await client.storage.from(bucket).remove([...names]);
    if (error) throw error;
  },
});
