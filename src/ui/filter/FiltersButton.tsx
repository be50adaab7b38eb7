import { Trans } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';

const FilterSheet = lazyPart(() => import('./FilterSheet.tsx'));

interface Props {
  /** The number of active filters. */
  active: number;
  className: string;
  /** The text of the button that closes the sheet, with the number of results. */
  done: ReactNode;
  onClear: () => void;
  children: ReactNode;
}

/** Opens the filters in a sheet, on narrow screens. */
export function FiltersButton({ active, className, done, onClear, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {active > 0 ? <Trans>Filters ({active})</Trans> : <Trans>Filters</Trans>}
      </Button>
      {open && (
        <FilterSheet done={done} onClear={onClear} onClose={() => setOpen(false)}>
          {children}
        </FilterSheet>
      )}
    </>
  );
}
