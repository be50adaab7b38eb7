import { useState } from 'react';
import { parseImage } from '@/lib/media/media';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** In px. */
  size?: number;
}

/** A picture, or the name's first letter. Hidden from screen readers, as the name is beside it. */
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
  // The first visible character: some names begin with a direction mark or another invisible one.
  const initial = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar-init" style={{ ...box, fontSize: size * 0.42 }} aria-hidden="true">
      {initial}
    </span>
  );
}
