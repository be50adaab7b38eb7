import { useState } from 'react';
import { parseImage } from '@/lib/media/media';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** The size in pixels. */
  size?: number;
}

/**
 * Shows a picture, or the first letter of the name. It is hidden from screen readers, because the name is beside
 * it.
 */
export function Avatar({ name, src: stored, size = 40 }: AvatarProps) {
  const src = parseImage(stored).src;
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (src && broken !== src) {
    return (
      <img
        className="avatar"
        src={src}
        alt=""
        width={size}
        height={size}
        style={box}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
      />
    );
  }
  // We use the first visible character, because some names begin with a direction mark or another invisible one.
  const initial = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar-init" style={{ ...box, fontSize: size * 0.42 }} aria-hidden="true">
      {initial}
    </span>
  );
}
