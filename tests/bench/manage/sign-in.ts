/** The storage key of the app's session (src/lib/api/session.ts). */
export const SESSION_KEY = 'territorio-auth';
/** The password of all demo and load accounts. */
const PASSWORD = 'territorio';

/** Returns a session in the app's format for one of these accounts. */
export async function signIn(api: string, apikey: string, email: string): Promise<string> {
  const response = await fetch(`${api}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return response.text();
}
