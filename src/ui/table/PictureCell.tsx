import type { ReactNode } from 'react';
import { parseImage } from '@/lib/media/media';
import { Poster } from '@/ui/media/Poster';

interface Props {
  image: string | undefined;
  children: ReactNode;
}

export function PictureCell({ image, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Poster picture={parseImage(image)} alt="" sizes="4rem" className="h-11 w-16 flex-none rounded-sm bg-surface-3" />
      <div className="min-w-0 flex-1 basis-32">{children}</div>
    </div>
  );
}
