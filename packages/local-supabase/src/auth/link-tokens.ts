import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A link's token is a hash of address and digits, in lite 0.10.0 as in GoTrue, so guessing links would bypass the
 * count per account. A link therefore carries the server's signature. It covers the link's purpose too, because
 * lite accepts a sign-up's token for signing in.
 */
export class LinkTokens {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  seal(type: string, token: string): string {
    return `${token}.${this.sign(type, token)}`;
  }

  /** Returns the token of a link that this server signed for this purpose, or undefined for any other. */
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
