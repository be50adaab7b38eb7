import { Buffer } from 'node:buffer';
import { PKPass } from 'passkit-generator';
import { ICONS } from './icons.ts';
import type { Fact, Pass } from './pass.ts';
import type { AppleWallet } from './settings.ts';
import { passToken } from './tokens.ts';

export const PKPASS = 'application/vnd.apple.pkpass';

/**
 * Builds the file that Wallet opens: the pass, its pictures, their hashes and our signature. Wallet asks
 * `serviceUrl` for updates.
 */
export async function applePass(pass: Pass, apple: AppleWallet, serviceUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = {
    formatVersion: 1,
    passTypeIdentifier: apple.passTypeId,
    teamIdentifier: apple.teamId,
    organizationName: 'Territorio',
    logoText: 'Territorio',
    serialNumber: pass.serial,
    description: pass.description,
    // Wallet asks for updates only over https. Otherwise a pass never changes.
    ...(serviceUrl.startsWith('https:') && {
      webServiceURL: serviceUrl,
      authenticationToken: await passToken(apple.tokenKey, pass.serial),
    }),
    backgroundColor: 'rgb(27, 32, 68)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(190, 204, 228)',
    // A ticket can only be transferred in My Bookings, which gives it a new code.
    sharingProhibited: true,
    voided: pass.state !== 'valid',
    ...(pass.startsAt && { relevantDate: pass.startsAt }),
    ...(pass.expiresAt && { expirationDate: pass.expiresAt }),
    eventTicket: fieldsOf(pass),
  };
  const pictures = Object.entries(ICONS).map(([name, base64]) => [name, Buffer.from(base64, 'base64')]);
  const file = new PKPass(
    { ...Object.fromEntries(pictures), 'pass.json': Buffer.from(JSON.stringify(content)) },
    { wwdr: apple.wwdr, signerCert: apple.certificate, signerKey: apple.key },
  );
  if (pass.qr) file.setBarcodes({ message: pass.qr, format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1' });
  return new Uint8Array(file.getAsBuffer());
}

function fieldsOf({ facts, title, territory, bookings }: Pass) {
  const of = (...keys: Fact['key'][]) =>
    // If one of these fields changes later, the phone shows a notification.
    facts.filter(({ key }) => keys.includes(key)).map((fact) => ({ ...fact, changeMessage: `${fact.label}: %@` }));
  return {
    headerFields: of('time'),
    primaryFields: [{ key: 'trip', label: territory, value: title }],
    secondaryFields: of('date'),
    auxiliaryFields: of('place', 'people', 'status'),
    // On the back nothing is truncated.
    backFields: [
      ...facts
        .filter(({ key }) => ['place', 'directions', 'bring'].includes(key))
        .map((fact) => ({ ...fact, key: `${fact.key}-back` })),
      { key: 'bookings', label: bookings.label, value: bookings.url },
    ],
  };
}
