import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Picture, parseImage, pictureSizes } from '@/lib/media/media';
import { IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Poster } from './Poster.tsx';

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Returns the visible picture's index and a function that shows another. */
function useRow(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  // The index of the picture to which the row scrolls, or null while it is at rest or swiped by hand.
  const aim = useRef<number | null>(null);

  const show = useCallback((index: number) => {
    const node = row.current;
    if (!node) return;
    aim.current = index;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    node.scrollTo({ left: index * node.clientWidth, behavior: still ? 'instant' : 'smooth' });
  }, []);
  // Counts from the target of a running scroll. The first picture follows the last.
  const step = useCallback(
    (by: number) => show(((aim.current ?? selected) + by + count) % count),
    [show, selected, count],
  );
  const onScroll = useCallback(() => {
    const node = row.current;
    const index = node && Math.round(node.scrollLeft / node.clientWidth);
    if (!Number.isInteger(index)) return;
    if (index === aim.current) aim.current = null;
    setSelected(index ?? 0);
  }, []);
  const onTouchStart = useCallback(() => {
    aim.current = null;
  }, []);
  return { props: { ref: row, onScroll, onTouchStart }, selected, show, step };
}

/**
 * Turns the pictures with arrow keys. The listener is on the node, because the section isn't a control and the keys are
 * shortcuts for its buttons.
 */
function useArrowKeys(section: RefObject<HTMLElement | null>, active: boolean, step: (by: number) => void) {
  useEffect(() => {
    const node = section.current;
    const onKeyDown = (event: KeyboardEvent) => {
      const by = KEYS[event.key];
      if (!by || !active) return;
      event.preventDefault();
      step(by);
    };
    node?.addEventListener('keydown', onKeyDown);
    return () => node?.removeEventListener('keydown', onKeyDown);
  }, [section, active, step]);
}

/**
 * Shows pictures to swipe, to turn with buttons and arrow keys, or to pick from thumbnails. It scrolls natively, so
 * that swiping works before any script has loaded.
 */
export function PhotoCarousel({ images, title }: { images: string[]; title: string }) {
  const { t } = useLingui();
  const section = useRef<HTMLElement>(null);
  const pictures = (images.length > 0 ? images : ['']).map((image) => parseImage(image));
  const count = pictures.length;
  const many = count > 1;
  const { props: row, selected, show, step } = useRow(count);
  useArrowKeys(section, many, step);
  const position = selected + 1;

  return (
    <section aria-roledescription={t`carousel`} aria-label={t`Photos of ${title}`} ref={section}>
      <div className="relative -mx-4 mt-1 sm:mx-0">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
        <div className="hscroll gap-0! overscroll-x-contain sm:rounded-xl" tabIndex={0} {...row}>
          {pictures.map((picture, index) => (
            <div key={picture.src || index} className="w-full snap-always" aria-hidden={index !== selected}>
              <Poster
                picture={picture}
                sizes={pictureSizes.detail}
                priority={index === 0}
                className="aspect-[4/3] sm:aspect-[16/10]"
              />
            </div>
          ))}
        </div>
        {many && (
          <>
            <div className="absolute inset-y-0 left-3 z-10 flex items-center">
              <IconButton look="paper" label={t`Previous photo`} onClick={() => step(-1)}>
                <ChevronLeft aria-hidden="true" />
              </IconButton>
            </div>
            <div className="absolute inset-y-0 right-3 z-10 flex items-center">
              <IconButton look="paper" label={t`Next photo`} onClick={() => step(1)}>
                <ChevronRight aria-hidden="true" />
              </IconButton>
            </div>
            <span className="nums absolute right-3 bottom-3 z-10 rounded-full bg-anil-950/80 px-3 py-1 text-sm font-semibold text-white">
              <span aria-hidden="true">
                {position} / {count}
              </span>
              <span className="sr-only" aria-live="polite">{t`Photo ${position} of ${count}`}</span>
            </span>
          </>
        )}
      </div>
      {many && <Thumbnails pictures={pictures} selected={selected} onShow={show} />}
    </section>
  );
}

interface ThumbnailsProps {
  pictures: readonly Picture[];
  selected: number;
  onShow: (index: number) => void;
}

function Thumbnails({ pictures, selected, onShow }: ThumbnailsProps) {
  const { t } = useLingui();
  return (
    <div className="mt-3 hidden grid-cols-4 gap-3 sm:grid">
      {pictures.map((picture, index) => {
        const number = index + 1;
        return (
          <button
            key={picture.src || index}
            type="button"
            aria-label={t`Photo ${number}`}
            aria-current={index === selected}
            className={cx('rounded-md', index === selected && 'outline-3 outline-offset-2 outline-accent')}
            onClick={() => onShow(index)}
          >
            <Poster as="span" picture={picture} alt="" sizes="12rem" className="aspect-[3/2] rounded-md" />
          </button>
        );
      })}
    </div>
  );
}
