import { useState } from 'react';
import { parseImage } from '@/lib/media/media';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** In px. */
  size?: number;
}

/** A face, or the first letter of the name. The name stands beside it, so it is hidden from screen readers. */
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
  // What one sees first: some names begin with a mark of direction, or with another sign without a shape.
  const initial = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar-init" style={{ ...box, fontSize: size * 0.42 }} aria-hidden="true">
      {initial}
    </span>
  );
}
