import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../supabase/seed/media/avatars/', import.meta.url);

/** Returns a photo for a file input. */
export function newPhoto() {
  const name = readdirSync(folder).find((file) => file.endsWith('.webp')) ?? '';
  return { name, mimeType: 'image/webp', buffer: readFileSync(new URL(name, folder)) };
}
