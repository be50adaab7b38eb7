import { useLingui } from '@lingui/react/macro';
import { QRCodeSVG } from 'qrcode.react';
import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<typeof QRCodeSVG>, 'value' | 'size' | 'marginSize' | 'className'>;

export function QrCode(props: Props) {
  const { t } = useLingui();
  return <QRCodeSVG {...props} level="M" bgColor="#ffffff" fgColor="#10132c" title={t`QR code`} />;
}
