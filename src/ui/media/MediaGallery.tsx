import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Play } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Picture, pictureSizes } from '@/lib/media/media';
import { IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Poster } from './Poster.tsx';

export type Medium = { kind: 'image'; picture: Picture } | { kind: 'video'; src: string };

/** The horizontal distance that counts as a swipe, in pixels. */
const SWIPE = 40;

/** Returns handlers that turn the gallery at a horizontal swipe. A vertical one scrolls the page. */
function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const dx = event.clientX - from.x;
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(event.clientY - from.y)) turn(dx < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}

/** Shows pictures and videos, to swipe or to turn with buttons and arrow keys. The first follows the last. */
export function MediaGallery({ media, label }: { media: readonly Medium[]; label: string }) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const count = media.length;
  const go = (to: number) => setAt((to + count) % count);
  const swipe = useSwipe((step) => go(at + step));
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(at + step);
  }
  // A picture may be listed twice, so the index is part of its key.
  const keys = media.map((medium, index) => `${index} ${keyOf(medium)}`);
  const beside = count > 2 ? [1, 2].map((step) => (at + step) % count) : [];
  return (
    <section aria-label={label} className={cx('md:h-[27rem]', count > 2 && 'grid gap-3 md:grid-cols-[2.1fr_1fr]')}>
      <div className="@container relative h-full min-h-0 touch-pan-y overflow-hidden rounded-xl" {...swipe}>
        {/* With large text, the buttons and the number need more height on a narrow picture. */}
        <ul
          className="flex aspect-[4/3] @max-[12rem]:aspect-square h-full w-full transition-transform duration-200 ease-out-soft sm:aspect-video md:aspect-auto"
          style={{ transform: `translateX(${-100 * at}%)` }}
        >
          {media.map((medium, index) => (
            <li key={keys[index]} className="h-full w-full flex-none" inert={index !== at}>
              <Slide medium={medium} priority={index === 0} shown={index === at} />
            </li>
          ))}
        </ul>
        {count > 1 && (
          <>
            <Turn side="left" label={t`Previous`} onKeyDown={onKeyDown} onClick={() => go(at - 1)} />
            <Turn side="right" label={t`Next`} onKeyDown={onKeyDown} onClick={() => go(at + 1)} />
            <span
              aria-live="polite"
              className="nums absolute right-3 bottom-3 z-10 rounded-full bg-anil-950/80 px-3 py-1 text-sm font-semibold text-white"
            >
              {at + 1} / {count}
            </span>
          </>
        )}
      </div>
      {beside.length > 0 && (
        <div className="hidden min-h-0 grid-rows-2 gap-3 md:grid">
          {beside.map((index) => (
            <Beside
              key={index}
              medium={media[index]}
              label={t`Show ${index + 1} of ${count}`}
              onShow={() => go(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function keyOf(medium: Medium): string {
  return medium.kind === 'image' ? medium.picture.src : medium.src;
}

interface TurnProps {
  side: 'left' | 'right';
  label: string;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Turn({ side, label, onClick, onKeyDown }: TurnProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      look="paper"
      label={label}
      className={cx('absolute! top-1/2 z-10 -translate-y-1/2', side === 'left' ? 'left-3' : 'right-3')}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}

function Slide({ medium, priority, shown }: { medium: Medium; priority: boolean; shown: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  // Pauses a video that is out of sight, because its controls are too.
  useEffect(() => {
    if (!shown && video.current && !video.current.paused) video.current.pause();
  }, [shown]);
  if (medium.kind === 'image') {
    return (
      <Poster
        picture={medium.picture}
        sizes={pictureSizes.territory}
        priority={priority}
        className="size-full rounded-xl"
      />
    );
  }
  // Videos are muted, because clips have no speech and sound would surprise people.
  return (
    <video
      ref={video}
      src={medium.src}
      controls
      muted
      playsInline
      preload="metadata"
      className="size-full rounded-xl bg-anil-950 object-cover"
    />
  );
}

function Beside({ medium, label, onShow }: { medium: Medium | undefined; label: string; onShow: () => void }) {
  if (!medium) return null;
  return (
    <button type="button" aria-label={label} className="relative min-h-0 cursor-pointer rounded-lg" onClick={onShow}>
      {medium.kind === 'image' ? (
        <Poster as="span" picture={medium.picture} alt="" sizes="26rem" className="size-full rounded-lg" />
      ) : (
        <span className="grid size-full place-items-center rounded-lg bg-anil-900">
          <span className="grid size-14 place-items-center rounded-full bg-white/95 text-anil-900 shadow-md">
            <Play aria-hidden="true" />
          </span>
        </span>
      )}
    </button>
  );
}
