import { useState } from 'react';
import { parseImage } from '@/lib/media/media';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** The size in pixels. */
  size?: number;
}

/** Shows a picture or the first letter of the name. Screen readers skip it, because the name is beside it. */
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
  // Skips invisible characters, such as the direction mark with which some names begin.
  const initial = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar-init" style={{ ...box, fontSize: size * 0.42 }} aria-hidden="true">
      {initial}
    </span>
  );
}
