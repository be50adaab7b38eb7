import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/ui/cx';

type Props = Omit<ComponentProps<'input'>, 'title'> & {
  title: ReactNode;
  note: ReactNode;
  icon?: ReactNode;
  chosen: boolean;
  /** The option isn't available, whatever else the form contains. */
  unavailable?: boolean;
  layout?: string;
};

/** Shows a radio button as a card that contains its texts. */
export function ChoiceCard({ title, note, icon, chosen, unavailable = false, layout = 'px-3 py-2', ...input }: Props) {
  const state = unavailable
    ? 'border-line bg-surface-2 text-ink-3'
    : chosen
      ? 'border-ink bg-ink text-canvas'
      : 'border-line-strong hover:border-ink';
  return (
    <label
      className={cx(
        'relative min-h-14 rounded-md border text-[.9375rem] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        layout,
        state,
      )}
    >
      <input
        type="radio"
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none disabled:cursor-not-allowed"
        {...input}
      />
      {icon}
      <span className="block">
        <strong className="block font-semibold">{title}</strong>
        <span className={cx('nums block text-xs', chosen && !unavailable ? 'text-canvas/80' : 'text-ink-2')}>
          {note}
        </span>
      </span>
    </label>
  );
}
