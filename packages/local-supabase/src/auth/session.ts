/** Returns the session of an access token that lite has just accepted. */
export function sessionOf(accessToken: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
    const id = typeof claims === 'object' && claims !== null && 'session_id' in claims ? claims.session_id : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
