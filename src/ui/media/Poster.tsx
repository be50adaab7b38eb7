import type { CSSProperties, ReactNode } from 'react';
import type { Picture } from '@/lib/media/media';
import { cx } from '@/ui/cx';

export interface PosterProps {
  picture: Picture;
  /** How wide it is drawn, as in the `sizes` attribute. */
  sizes: string;
  /** Instead of the picture's own text; '' where the words beside it say the same. */
  alt?: string;
  /** The one picture above the fold that decides how fast the page looks. */
  priority?: boolean;
  frame?: boolean;
  className?: string;
  children?: ReactNode;
  /** 'span' inside a button, where no block may stand. */
  as?: 'div' | 'span';
}

/** A picture that covers its box: its colour is there at once, then the smallest file that is sharp enough. */
export function Poster({
  picture,
  sizes,
  alt,
  priority = false,
  frame = true,
  className,
  children,
  as: Box = 'div',
}: PosterProps) {
  const { src, srcSet, jpegSet, width, height, color, focus } = picture;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--focus': focus,
    ...(color ? { '--lqip': color } : {}),
  };
  const image = (
    <img
      className={srcSet ? 'absolute inset-0 size-full object-cover object-(--focus)' : undefined}
      // Before src: a browser that has the one would fetch the other as well.
      {...(jpegSet ? { sizes, srcSet: jpegSet } : {})}
      src={src}
      alt={alt ?? picture.alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
    />
  );
  return (
    <Box className={cx('poster', frame && 'poster-frame', className)} style={style}>
      {src && srcSet ? (
        <picture>
          {srcSet.avif && <source type="image/avif" srcSet={srcSet.avif} sizes={sizes} />}
          <source type="image/webp" srcSet={srcSet.webp} sizes={sizes} />
          {image}
        </picture>
      ) : (
        src && image
      )}
      {children}
    </Box>
  );
}
