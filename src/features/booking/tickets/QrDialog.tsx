import { useLingui } from '@lingui/react/macro';
import { Dialog } from '@/ui/overlay/Dialog';
import { QrCode } from './QrCode';

/** The code as large as the phone allows, on white, for a scanner in the sun. */
export default function QrDialog({ value, title, onClose }: { value: string; title: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={t`Show this code to check in`}>
      <div className="rounded-lg bg-white p-3">
        <QrCode value={value} marginSize={2} className="mx-auto h-auto w-full max-w-96" />
      </div>
    </Dialog>
  );
}
