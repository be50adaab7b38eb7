import type { ReactNode } from 'react';
import { parseImage } from '@/lib/media/media';
import { Poster } from '@/ui/media/Poster';

interface Props {
  image: string | undefined;
  children: ReactNode;
}

/** A row's picture, with its name beside it. */
export function PictureCell({ image, children }: Props) {
  return (
    <div className="flex items-center gap-3">
      <Poster picture={parseImage(image)} alt="" sizes="4rem" className="h-11 w-16 flex-none rounded-sm bg-surface-3" />
      {children}
    </div>
  );
}
