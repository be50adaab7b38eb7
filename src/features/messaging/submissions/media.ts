export const MAX_FILES = 20;

/** A file that is stored already: what a reload keeps. */
export interface StoredMedia {
  path: string;
  type: 'image' | 'video';
  name: string;
  size: number;
}

export function isStoredMedia(value: unknown): value is StoredMedia[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_FILES &&
    value.every(
      (item: unknown) =>
        typeof item === 'object' &&
        item !== null &&
        'path' in item &&
        typeof item.path === 'string' &&
        'name' in item &&
        typeof item.name === 'string' &&
        'size' in item &&
        typeof item.size === 'number' &&
        'type' in item &&
        (item.type === 'image' || item.type === 'video'),
    )
  );
}
