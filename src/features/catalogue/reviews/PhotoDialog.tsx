import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Picture } from '@/lib/media/media';
import { IconButton } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';

type Props = { pictures: readonly Picture[]; start: number; name: string; onClose: () => void };

/** Shows a photo as large as the window allows. */
export default function PhotoDialog({ pictures, start, name, onClose }: Props) {
  const { t } = useLingui();
  const [at, setAt] = useState(start);
  const count = pictures.length;
  const number = at + 1;
  const turn = (step: number) => setAt((at + step + count) % count);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Photos by ${name}`}
      className="w-[min(60rem,calc(100vw-2rem))]! max-w-none!"
    >
      <img
        src={pictures[at]?.src}
        alt={t`${number} of ${count}, by ${name}`}
        className="mx-auto max-h-[70dvh] w-auto max-w-full rounded-lg object-contain"
      />
      {count > 1 && (
        <div className="mt-3 flex items-center justify-center gap-3">
          <IconButton look="line" label={t`Previous photo`} onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <span className="nums text-sm text-ink-2" aria-live="polite">
            {number} / {count}
          </span>
          <IconButton look="line" label={t`Next photo`} onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </Dialog>
  );
}
