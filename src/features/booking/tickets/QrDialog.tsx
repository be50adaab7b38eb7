import { useLingui } from '@lingui/react/macro';
import { QRCodeSVG } from 'qrcode.react';
import { Dialog } from '@/ui/overlay/Dialog';

/** The code as large as the phone allows, on white, for a scanner in the sun. */
export default function QrDialog({ value, title, onClose }: { value: string; title: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={t`Show this code to check in`}>
      <div className="rounded-lg bg-white p-3">
        <QRCodeSVG
          value={value}
          level="M"
          marginSize={2}
          bgColor="#ffffff"
          fgColor="#10132c"
          title={t`QR code`}
          className="mx-auto h-auto w-full max-w-96"
        />
      </div>
    </Dialog>
  );
}
