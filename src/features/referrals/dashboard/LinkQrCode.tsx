import { useLingui } from '@lingui/react/macro';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { ComponentProps } from 'react';
import { paths, withQuery } from '@/lib/routing/paths';

/** The address that a partner gives to tourists: /register?ref={code}. */
export const linkAddress = (code: string, origin = location.origin): string =>
  origin + withQuery(paths.register, { ref: code });

/** Dark blue on white, with room around it: what every scanner reads, in the dark theme too. */
const LOOK = { level: 'M', marginSize: 2, bgColor: '#ffffff', fgColor: '#10132c' } as const;

/** A link's QR code as a drawing. */
export function LinkQrCode({ code, ...rest }: { code: string } & Omit<ComponentProps<typeof QRCodeSVG>, 'value'>) {
  const { t } = useLingui();
  return <QRCodeSVG {...LOOK} value={linkAddress(code)} title={t`QR code`} {...rest} />;
}

/** The same as pixels, to be saved. */
export const LinkQrCanvas = ({
  code,
  ...rest
}: { code: string } & Omit<ComponentProps<typeof QRCodeCanvas>, 'value'>) => (
  <QRCodeCanvas {...LOOK} value={linkAddress(code)} {...rest} />
);
