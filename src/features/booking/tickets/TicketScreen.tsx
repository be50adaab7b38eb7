import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, Sun, X } from 'lucide-react';
import { formatDay } from '@/lib/format/dates';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { IconButton } from '@/ui/Button';
import { FullScreen } from '@/ui/overlay/FullScreen';
import { isPartHere, numbersHere } from './arrived';
import { shortCode, spellCode } from './code';
import { DelayLine, expectedTime } from './DelayLine';
import { Hour } from './Hour';
import { checkInLabel } from './labels';
import { PickupLine } from './PickupLine';
import type { TicketRow } from './pages';
import { QrCode } from './QrCode';
import { ticketQr } from './signed';

type Props = { row: TicketRow; code: string; title: string; onClose: () => void };

/** Shows the ticket in full screen, white in both themes, with its code spelled out for reading aloud. */
export default function TicketScreen({ row, code, title, onClose }: Props) {
  const { t } = useLingui();
  const staysOn = useWakeLock();
  const used = row.check_in_status !== 'pending' && !isPartHere(row);
  const [here, count] = [numbersHere(row).length, row.num_people];
  const people = isPartHere(row) ? t`${here} of ${count} here` : plural(count, { one: '# person', other: '# people' });
  return (
    <FullScreen paper title={title} onClose={onClose}>
      <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pb-6 text-ink landscape-phone:grid landscape-phone:flex-none landscape-phone:grid-cols-[auto_minmax(0,1fr)] landscape-phone:gap-x-6 landscape-phone:pb-3">
        <div className="landscape-phone:col-span-2 grid min-h-14 grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-2 sm:grid-cols-[2.75rem_minmax(0,1fr)_2.75rem]">
          <IconButton label={t`Close`} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
          <p lang={row.service?.untranslated?.title} className="font-semibold [overflow-wrap:anywhere] sm:text-center">
            {title}
          </p>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          {row.start_time && <Hour time={row.start_time} className="text-[clamp(2.5rem,13vw,3.75rem)]" />}
          <DelayLine expected={expectedTime(row)} className="order-last w-full" />
          <PickupLine row={row} className="order-last w-full" />
          <p className="nums text-right text-ink-2">
            <span className="block text-sm">{formatDay(row.booking_date)}</span>
            <strong className="block text-lg font-bold text-ink">{people}</strong>
          </p>
        </div>
        {/* On a phone held sideways, the code is beside its number so that both fit on the screen. */}
        <div className="relative mx-auto mt-2 grid w-full max-w-[min(36rem,62dvh)] place-items-center landscape-phone:col-start-1 landscape-phone:row-span-5 landscape-phone:row-start-2 landscape-phone:mt-0 landscape-phone:w-[calc(100dvh-5rem)] landscape-phone:max-w-[45vw] landscape-phone:self-start">
          <QrCode
            value={ticketQr(row, code)}
            marginSize={2}
            className={used ? 'h-auto w-full opacity-35' : 'h-auto w-full'}
          />
          <p role="status" className="absolute inset-0 grid place-items-center empty:hidden">
            {used && (
              <span className="inline-flex items-center gap-2 rounded-full bg-success-soft px-5 py-3 text-lg font-bold text-success-text ring-8 ring-white">
                <CircleCheck aria-hidden="true" />
                {checkInLabel(row.check_in_status)}
              </span>
            )}
          </p>
        </div>
        <p className="mt-1 text-center font-mono text-[clamp(1.75rem,9vw,2.75rem)] leading-tight font-bold tracking-[.06em] select-all">
          {shortCode(code)}
        </p>
        <p className="text-center text-sm text-ink-2">{spellCode(code)}</p>
        <p className="mt-2 text-center text-sm font-semibold">
          <Trans>Show this code to check in</Trans>
        </p>
        <p className="mx-auto mt-3 flex items-center gap-2 rounded-full bg-warn-soft px-4 py-1.5 text-sm font-medium text-warn-text">
          <Sun aria-hidden="true" className="size-4 flex-none" />
          <span>
            <Trans>Turn up the brightness.</Trans>
          </span>
          {staysOn && (
            <span>
              <Trans>We'll keep the screen on.</Trans>
            </span>
          )}
        </p>
      </div>
    </FullScreen>
  );
}
