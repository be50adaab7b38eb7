import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A browser that receives pushes. It decrypts them with node:crypto by RFC 8291 and 8292, not with the library that
 * encrypted them.
 */
export class Browser {
  readonly curve = createECDH('prime256v1');
  readonly auth = randomBytes(16);
  readonly publicKey = this.curve.generateKeys();

  /** Decrypts by RFC 8188 and RFC 8291, section 3.4. */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const derive = (ikm: Buffer, by: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const ikm = derive(this.curve.computeSecret(sender), this.auth, info, 32);
    const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
