import type { CSSProperties, ReactNode } from 'react';
import type { Picture } from '@/lib/media/media';
import { cx } from '@/ui/cx';

export interface PosterProps {
  picture: Picture;
  /** The value of the picture's `sizes` attribute. */
  sizes: string;
  /** Replaces the picture's own alt text. Pass '' if nearby text says the same. */
  alt?: string;
  /** True for the largest picture at the top of the page, which loads first. */
  priority?: boolean;
  frame?: boolean;
  className?: string;
  children?: ReactNode;
  /** The element. Use 'span' inside a button, which may not contain a div. */
  as?: 'div' | 'span';
}

/** Shows a picture that covers its box: first its main colour, then the smallest file that is sharp enough. */
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
      // `srcSet` must come before `src`, because some browsers would otherwise load both.
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
