import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { fetchWhenIdle } from '@/lib/routing/chunks';
import { Button, type ButtonProps } from '@/ui/Button';

const loadCalendar = () => import('./download');
fetchWhenIdle(loadCalendar);

type Props = { row: Pick<TicketRow, 'id'>; title: string } & Pick<ButtonProps, 'size' | 'variant' | 'block'>;

export function CalendarButton({ row, title, size = 'sm', variant = 'ghost', block = false }: Props) {
  const { t } = useLingui();
  const add = useMutation({
    mutationFn: async () => (await loadCalendar()).downloadCalendar(row),
  });
  return (
    <>
      <Button
        size={size}
        variant={variant}
        block={block}
        busy={add.isPending}
        icon={<CalendarPlus aria-hidden="true" />}
        aria-label={t`Add to calendar: ${title}`}
        onClick={() => add.mutate()}
      >
        <Trans>Add to calendar</Trans>
      </Button>
      {add.error && (
        <p className="err basis-full px-3" role="alert">
          <Trans>Failed to load data</Trans>
        </p>
      )}
    </>
  );
}
