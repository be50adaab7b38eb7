import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { territoryCsvColumns, territoryFileName } from '@/features/management/bookings/csv';
import { customerName } from '@/features/management/bookings/labels';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { collectCsv, saveFile } from '@/lib/format/csv';
import { calendarDate } from '@/lib/format/dates';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { lazyPart } from '@/ui/loading/lazy-part';
import { BulkBar } from './BulkBar';
import { messageBookings } from './queries';
import { cancelRow, confirmRow, useBulk } from './use-bulk';
import type { Ticked } from './use-ticked';

const GroupMessageDialog = lazyPart(() => import('@/features/departures/GroupMessageDialog'));
const CancelTicked = lazyPart(() => import('./CancelTicked'));
const ConfirmTicked = lazyPart(() => import('./ConfirmTicked'));
const MoveTicked = lazyPart(() => import('./MoveTicked'));
const BulkResultDialog = lazyPart(() => import('./BulkResultDialog'));

interface Props {
  territoryId: string;
  userId: string;
  ticks: Ticked;
  currency: TerritoryCurrency;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Shows the bar for the selected bookings, and its dialogs. */
export function TickedBookings({ territoryId, userId, ticks, currency, notice, refresh }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<'confirm' | 'cancel' | 'message' | 'move' | null>(null);
  const bulk = useBulk({ notice, refresh, onGone: ticks.clear });
  const { ticked } = ticks;
  const ids = ticked.map((row) => row.id);

  async function save() {
    const file = await collectCsv({
      columns: territoryCsvColumns,
      page: async () => ({ rows: ticked, next: null }),
      signal: new AbortController().signal,
    });
    saveFile(file, territoryFileName(calendarDate()));
  }
  return (
    <>
      {ticked.length > 0 && (
        <BulkBar
          ticked={ticked}
          running={bulk.running}
          onConfirm={() => setAsked('confirm')}
          onMessage={() => setAsked('message')}
          onMove={() => setAsked('move')}
          onCancel={() => setAsked('cancel')}
          onExport={() => void save()}
          onClear={ticks.clear}
        />
      )}
      {asked === 'confirm' && ticked.length > 0 && (
        <ConfirmTicked
          rows={ticked}
          onCancel={() => setAsked(null)}
          onConfirm={(rows) => {
            setAsked(null);
            void bulk.run('confirm', confirmRow, rows);
          }}
        />
      )}
      {asked === 'cancel' && ticked.length > 0 && (
        <CancelTicked
          territoryId={territoryId}
          rows={ticked}
          currency={currency}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void bulk.run('cancel', cancelRow, ticked);
          }}
        />
      )}
      {asked === 'move' && ticked.length > 0 && (
        <MoveTicked
          rows={ticked}
          onClose={() => setAsked(null)}
          onMove={(rows, move) => {
            setAsked(null);
            void bulk.run('move', move, rows);
          }}
        />
      )}
      {asked === 'message' && ticked.length > 0 && (
        <MessageTicked
          ids={ids}
          userId={userId}
          about={plural(ids.length, { one: '# booking selected', other: '# bookings selected' })}
          onClose={() => setAsked(null)}
          onSent={(sent, missed) => {
            setAsked(null);
            const done = plural(sent, { one: 'Message sent to # booking', other: 'Message sent to # bookings' });
            const names = ticked.filter((row) => missed.includes(row.id)).map(customerName);
            if (missed.length === 0) notice.success(done);
            else notice.failure(t`${done}. We couldn't reach: ${names.join(', ')}`);
          }}
        />
      )}
      {bulk.result && (
        <BulkResultDialog
          result={bulk.result}
          done={bulk.doneText(bulk.result.action, bulk.result.done)}
          onClose={bulk.dismiss}
          onRetry={() =>
            bulk.result &&
            void bulk.run(
              bulk.result.action,
              bulk.result.work,
              bulk.result.failed.filter(({ again }) => again).map(({ row }) => row),
            )
          }
        />
      )}
    </>
  );
}

interface MessageProps {
  ids: readonly string[];
  userId: string;
  about: string;
  onClose: () => void;
  onSent: (sent: number, missed: readonly string[]) => void;
}

function MessageTicked({ ids, userId, about, onClose, onSent }: MessageProps) {
  const missed = useRef<readonly string[]>([]);
  return (
    <GroupMessageDialog
      // Other recipients need another draft, because the same text to them is a different message.
      draftKey={`ticked-${userId}-${ids
        .map((id) => id.slice(0, 8))
        .sort()
        .join('')}`}
      about={about}
      bookings={ids.length}
      onClose={onClose}
      send={async (text, idempotencyKey) => {
        const answer = await messageBookings(ids, text, idempotencyKey);
        missed.current = answer.missed;
        return answer.sent;
      }}
      onSent={(sent) => onSent(sent, missed.current)}
    />
  );
}
