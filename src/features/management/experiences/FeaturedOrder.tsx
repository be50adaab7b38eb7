import { Trans, useLingui } from '@lingui/react/macro';
import { moved } from '../catalogue/lists';
import { OrderList } from '../catalogue/OrderList';
import type { Featured } from './queries';

interface Props {
  featured: readonly Featured[];
  onOrder: (featured: Featured[]) => void;
}

/** Shows the featured experiences in the order of the territory's page. */
export function FeaturedOrder({ featured, onOrder }: Props) {
  const { t } = useLingui();
  return (
    <section className="border-t border-line bg-surface-2 p-4 sm:px-5" aria-label={t`Featured experiences`}>
      <h3 className="text-sm font-semibold">
        <Trans>Featured experiences</Trans>
      </h3>
      <p className="mb-2.5 text-xs text-ink-2">
        <Trans>They come first on the region's page, in this order. Drag them, or use the arrow keys.</Trans>
      </p>
      <OrderList
        label={t`Featured experiences in their order`}
        items={featured.map(({ id, title, untranslated }) => ({
          id,
          label: title,
          content: (
            <span className="text-sm font-medium wrap-anywhere" lang={untranslated?.title}>
              {title}
            </span>
          ),
        }))}
        onMove={(from, to) => onOrder(moved(featured, from, to))}
        onRemove={(id) => onOrder(featured.filter((one) => one.id !== id))}
      />
    </section>
  );
}
