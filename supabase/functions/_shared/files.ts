import type { SupabaseClient } from '@supabase/supabase-js';

/** The private bucket of passport images, as the service role. Use it only after checking the caller's right. */
export interface PassportFiles {
  put(name: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /** Names that don't exist count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** Returns a signed address that is valid for some seconds, or null if the object doesn't exist. */
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

/** The public buckets of pictures and videos, as the service role. It is used only to delete unused files. */
export interface MediaFiles {
  /** Names that don't exist count as removed. */
  remove(bucket: 'media' | 'images', names: readonly string[]): Promise<void>;
}

export const mediaFiles = (client: SupabaseClient): MediaFiles => ({
  remove: async (bucket, names) => {
    const { error } = await client.storage.from(bucket).remove([...names]);
    if (error) throw error;
  },
});
