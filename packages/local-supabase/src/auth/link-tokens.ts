import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of a link is a hash of the address and the six digits, in lite 0.10.0 as in GoTrue: anyone who guesses digits could
 * guess links instead, which name no account to count for. So a link carries the server's signature, which nobody guesses. It signs the purpose
 * of the link too: lite takes the token of a sign-up for one to sign in with.
 */
export class LinkTokens {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  seal(type: string, token: string): string {
    return `${token}.${this.sign(type, token)}`;
  }

  /** The token of a link that this server has made for this purpose; undefined for any other. */
  open(type: string, sealed: string): string | undefined {
    const [token = '', signature = ''] = sealed.split('.');
    const wanted = Buffer.from(this.sign(type, token));
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : undefined;
  }

  private sign(type: string, token: string): string {
    return createHmac('sha256', this.secret).update(`link:${type}:${token}`).digest('base64url');
  }
}
